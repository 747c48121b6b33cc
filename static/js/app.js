// Wires behaviours to the elements that ask for them: data-behaviour="score-pad" loads behaviours/score-pad.js.

const wired = new WeakSet()

export function wire(root) {
  for (const element of root.querySelectorAll("[data-behaviour]")) {
    if (wired.has(element)) continue
    wired.add(element)
    for (const name of element.dataset.behaviour.split(" ")) {
      import(`./behaviours/${name}.js`).then((module) => module.default(element))
    }
  }
}

document.documentElement.classList.add("js")
wire(document)
