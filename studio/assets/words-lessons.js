// The words of the guided tours.

import { en } from "./words-lessons-en.js";
import { ja } from "./words-lessons-ja.js";
import { zh } from "./words-lessons-zh.js";

export const lessons = { en, ja, zh };
