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
// player.load(inputs, { place: "end" }) exchanges the traces: what was seen stays
// until there is something of the new ones to see.
//
// With embedded: true the element is filled with the stage and its controls only.
// The page has a header of its own, and places player.frame.inspector, legend and
// facts where it likes. By the option ground it shows a map of its own in place
// of the traces', and by host it takes pointers and keys before the player does,
// and draws above the cells. Colors and controls of player.css are there for all
// of a page whose body has the class astrolabe.
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
