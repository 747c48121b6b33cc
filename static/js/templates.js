// Fills the templates of a page with values: "{name}" in its texts and attributes. A part with `data-if` stands if what it
// names is there, with `data-unless` if it is not, with `data-each` for each of it, which is {it} if it is a text. An
// attribute goes that is left empty or "false". A part with `data-part` gives way to the template of that id.

/** A text with its placeholders filled in. */
export const fill = (text, words) => text.replace(/\{(\w+)\}/g, (_, name) => words[name] ?? "")

/** What a template makes of some values, as a fragment. */
export function filled(template, view) {
  const fragment = template.content.cloneNode(true)
  bind(fragment, view)
  return fragment
}

/** Fills in what is below a node: texts, attributes, parts of their own, and those that stand for values. */
function bind(node, view) {
  for (const child of [...node.childNodes]) {
    if (child instanceof Text) child.data = fill(child.data, view)
    if (!(child instanceof Element)) continue
    const { if: needed, unless, each } = child.dataset
    const itemsOf = (name) => [view[name] || []].flat()
    const views = each ? itemsOf(each).map((item) => ({ ...view, it: item, ...item })) : [view]
    const isThere = (!needed || itemsOf(needed).length) && !itemsOf(unless).length
    child.replaceWith(...(isThere ? views.map((one) => copied(child, one)) : []))
  }
}

/** An element with its attributes, none where nothing is filled in; the part of the page that it stands for. */
function copied(element, view) {
  const copy = element.cloneNode(true)
  for (const { name, value } of [...copy.attributes]) {
    const text = fill(value, view)
    if (text && text !== "false") copy.setAttribute(name, text)
    else if (text !== value) copy.removeAttribute(name)
  }
  const part = document.getElementById(copy.dataset.part)
  if (part) return part.content.cloneNode(true)
  bind(copy, view)
  return copy
}
