// Package studio is the server of the browser studio: the page on which maps are
// drawn and searches are watched, and the API behind it, by which any program can
// ask the catalog's algorithms about a map.
//
// [New] makes a [Server], which is an [net/http.Handler]. [Server.Serve] serves it on a
// listener with time limits, a bound on connections and a graceful end; whoever
// mounts the handler in a server of their own sees to those. The API is described by
// the OpenAPI document at /api/openapi.json, which a test holds against what the
// server does.
//
// # What a request may cost
//
// Every limit of [Options] is checked before memory or time is taken. A body is read
// first, into memory of which there is a fixed amount, 16 times the largest body.
// Then the request waits for its turn; as many as [Options.Searches] have it. What
// would have to wait for more than 2 seconds, or in too long a queue, is
// answered with the status 503 and Retry-After. A search ends at the limit of
// expansions or of time, with the status limit and what it has by then, and at once
// if its client goes away; so do the fast engines.
//
// Once a request has its answer it makes way for the next one, and a number of
// answers may be on their way. With the default limits the server's heap
// stays below 600 MiB under a hundred clients that ask about maps of 512×512 cells;
// BenchmarkLoad measures that.
//
// # Whom it trusts
//
// Nobody: maps and queries are untrusted, pages of other sites cannot ask (the
// headers Host, Origin and Sec-Fetch-Site are checked), and the page runs no script and
// loads nothing that is not its own. There are no accounts. Whoever can reach the
// port can use the processors within the limits, so that is the loopback's, unless
// the caller of Serve listens elsewhere.
//
// # Slow clients
//
// Headers, bodies and answers have deadlines, but clients that use them up would still
// keep others out if there are enough of them. So where connections are short
// the server closes the one that has kept it waiting for longest, and where the memory
// for bodies is short the one that has had a body under way for longest. A
// request that is being worked on is never the one.
package studio
