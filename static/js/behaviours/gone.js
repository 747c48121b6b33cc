// On the page of a game that is gone: the first page lists it no longer.

import { note } from "./watched.js"

export default (main) => note(main, true)
