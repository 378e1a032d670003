// Lets Node find the modules that the server delivers below /player/.

import { register } from "node:module";

const player = new URL("../../player/assets/", import.meta.url).href;

const hooks = `
export function resolve(specifier, context, next) {
  const found = specifier.startsWith("/player/") ? ${JSON.stringify(player)} + specifier.slice(8) : specifier;
  return next(found, context);
}`;

register("data:text/javascript," + encodeURIComponent(hooks));
