// Wires behaviours to the elements that ask for them: data-behaviour="score-pad" loads behaviours/score-pad.js.

const wired = new WeakSet()
const loaded = new Map()

export function wire(root) {
  for (const element of root.querySelectorAll("[data-behaviour]")) {
    if (wired.has(element)) continue
    wired.add(element)
    for (const name of element.dataset.behaviour.split(" ")) behave(name, element)
  }
}

/** Runs a behaviour, at once if its module is loaded: a part that replaced another must hear the very next tap. */
function behave(name, element) {
  if (loaded.has(name)) return loaded.get(name)(element)
  import(`./behaviours/${name}.js`).then((module) => {
    loaded.set(name, module.default)
    module.default(element)
  })
}

document.documentElement.classList.add("js")
wire(document)
