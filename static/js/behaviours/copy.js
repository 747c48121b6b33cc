// Copies a text to the clipboard: what an address answers (data-copy="/...") or what an element holds (data-copy="#id").
// Plain HTTP has no clipboard; there the old command copies a selection.

export default function copy(button) {
  const told = button.textContent
  button.addEventListener("click", async () => {
    const done = await put(await textOf(button.dataset.copy))
    button.textContent = done ? (button.dataset.done ?? "Copied") : (button.dataset.failed ?? "Could not copy")
    setTimeout(() => (button.textContent = told), 2500)
  })
}

async function textOf(source) {
  if (!source.startsWith("#")) return (await fetch(source)).text()
  const element = document.querySelector(source)
  return element.value ?? element.textContent
}

async function put(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return putBySelection(text)
  }
}

function putBySelection(text) {
  const area = document.createElement("textarea")
  area.value = text
  area.readOnly = true
  area.className = "visually-hidden"
  document.body.append(area)
  area.select()
  const done = document.execCommand("copy")
  area.remove()
  return done
}
