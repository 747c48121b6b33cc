// While somebody types, puts first the headlines with most of the words; the server does the same with ?q=.

export default function headlines(box) {
  const list = box.querySelector(".headlines")
  const field = box.querySelector("[type=search]")
  const nothing = box.querySelector("[data-nothing]")
  const idle = new Set(box.dataset.idle.split(" "))
  const lines = [...list.children].sort((one, other) => one.dataset.place - other.dataset.place)
  const show = () => {
    const typed = [...new Set(plain(field.value).split(" ").filter(Boolean))]
    const telling = typed.filter((word) => !idle.has(word))
    const words = telling.length ? telling : typed
    const has = (line) => words.filter((word) => line.dataset.find.includes(` ${word}`)).length
    const found = new Map(lines.map((line) => [line, has(line)]))
    list.append(...[...lines].sort((one, other) => found.get(other) - found.get(one)))
    nothing.hidden = !words.length || Math.max(...found.values()) > 0
  }
  field.addEventListener("input", show)
  show()
}

function plain(text) {
  const letters = text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "")
  return letters.replace(/[^\p{L}\p{N}]+/gu, " ")
}
