// Package player makes the page on which a trace is watched: one HTML file that
// needs no network, no server and no other file, and that plays one search or up
// to four side by side.
//
// [Page] writes the file. Whoever serves pages of their own, as a studio does,
// takes the same player from [Assets]: plain ES modules, of which player.js is
// the one to import.
//
//	import { mountPlayer } from "./player.js";
//	const player = mountPlayer(element, { traces: [{ source: bytes }] });
//
// A source is the bytes of a trace in the binary form of package trace, or a
// stream of them, in which case the search is drawn as it comes in.
//
// # How the file is made
//
// There is no build step. Page takes the modules in assets, in an order in which
// each comes after those that it imports, and makes a function scope of each:
//
//	const module_view = (() => { ...; return { fit, zoom, pan }; })();
//	const module_pane = (() => { const { fit } = module_view; ...; return { Pane }; })();
//
// So a module may import only by name, from its own directory, and export only
// functions, classes and constants, where they are declared.
//
// The file's Content-Security-Policy allows the one script and the one style that
// it holds, by their hashes, and nothing else: whatever a map's name says, no
// other script runs, and nothing is loaded from or sent to anywhere.
package player
