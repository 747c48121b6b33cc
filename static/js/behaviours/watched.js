// Lists the games that this phone watches on its first page. Its browser alone remembers them (see live.js).

import { recall } from "../store.js"

export default async function watched(section) {
  const row = section.querySelector("template")
  for (const { path, names, state } of (await recall("watched")) ?? []) {
    // A game that this phone scores as well is in the lists of the server.
    if (document.querySelector(`a[href="${CSS.escape(path)}"]`)) continue
    const line = row.content.cloneNode(true)
    line.querySelector("a").href = path
    line.querySelector(".list-title").textContent = names
    line.querySelector(".list-note").textContent = state
    row.before(line)
    section.hidden = false
  }
}
