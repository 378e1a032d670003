package studio

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// policy lets the page load nothing but its own files, run no script that stands in
// it, and stand in no other page.
const policy = "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// secure sets the headers that every answer has.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// guard returns why a request is refused whatever it asks for, and 0 if it is not.
func (s *Server) guard(r *http.Request) (status int, detail string) {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		return http.StatusMethodNotAllowed, "the method " + r.Method + " is not allowed; want GET, HEAD or POST"
	}
	if !s.isOurs(r) {
		return http.StatusMisdirectedRequest, "the server does not go by the name in the header Host; call it by the address that it listens on, or by localhost"
	}
	if s.foreign(r) {
		return http.StatusForbidden, "the request comes from a page of another site; ask from the studio's own page, or from no page"
	}
	return 0, ""
}

// isOurs tells whether the header Host names this server. A page of another site that
// has had its own name point here (DNS rebinding) sends that name, which is none
// of ours: a loopback one, the address that the client reached, or one of the options.
func (s *Server) isOurs(r *http.Request) bool {
	host := hostOf(r.Host)
	if host == "localhost" || slices.Contains(s.options.Hosts, host) {
		return true
	}
	address, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	if address.Unmap().IsLoopback() {
		return true
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	reached, err := netip.ParseAddrPort(local.String())
	return err == nil && reached.Addr().Unmap().WithZone("") == address.Unmap().WithZone("")
}

// hostOf returns the host of a Host header without its port and in lower case.
func hostOf(header string) string {
	host, _, err := net.SplitHostPort(header)
	if err != nil {
		host = strings.TrimSuffix(strings.TrimPrefix(header, "["), "]")
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// foreign tells whether a browser sends the request on behalf of a page of another
// site. Such a page may have a link to the studio, and nothing else. Programs
// that are no browsers send neither Origin nor Sec-Fetch-Site, and are let in.
func (s *Server) foreign(r *http.Request) bool {
	if r.Method != http.MethodPost {
		if r.Header.Get("Sec-Fetch-Mode") == "navigate" {
			return false
		}
		// The check lets reading requests pass, which are to be checked too.
		r = r.Clone(r.Context())
		r.Method = http.MethodPost
	}
	return s.origins.Check(r) != nil
}
