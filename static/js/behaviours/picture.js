// Shares the end of a game as a picture, which the page holds as a drawing (templates/games/_picture.html); a browser that
// cannot share files saves it. An image sees no styles of the page, so the drawing takes colours and fonts along.

import { announce } from "../app.js"
import { passOn } from "../files.js"

export default function picture(button) {
  const { file, done, failed } = button.dataset
  button.addEventListener("click", async () => {
    announce("")
    const blob = await painted(drawing(button)).catch(() => null)
    if (!blob) return announce(failed)
    if (await passOn(new File([blob], file, { type: blob.type }))) announce(done)
  })
}

/** The drawing as a document of its own. */
function drawing(button) {
  const svg = button.querySelector("template").content.querySelector("svg").cloneNode(true)
  // Only what is shown has styles, and lengths of its texts.
  button.append(svg)
  const styles = getComputedStyle(svg)
  const filled = (value) => value.replace(/var\((.+)\)/, (_, name) => styles.getPropertyValue(name))
  for (const element of [svg, ...svg.querySelectorAll("*")])
    for (const { name, value } of element.attributes) element.setAttribute(name, filled(value))
  for (const text of svg.querySelectorAll("text")) fit(text, Number(text.dataset.most))
  svg.remove()
  return new XMLSerializer().serializeToString(svg)
}

/** Lets a line be at most so long, in smaller letters. */
function fit(text, most) {
  const length = text.getComputedTextLength()
  if (length > most) text.setAttribute("font-size", (text.getAttribute("font-size") * most) / length)
}

async function painted(xml) {
  const image = Object.assign(new Image(), { src: `data:image/svg+xml,${encodeURIComponent(xml)}` })
  await image.decode()
  const { width, height } = image
  const canvas = Object.assign(document.createElement("canvas"), { width, height })
  canvas.getContext("2d").drawImage(image, 0, 0)
  return new Promise((drawn) => canvas.toBlob(drawn, "image/png"))
}
