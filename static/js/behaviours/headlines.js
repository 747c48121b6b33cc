// Shows, while somebody types, the headlines that have most of the words; the server does the same with ?q=.

export default function headlines(box) {
  const lines = [...box.querySelectorAll("[data-find]")]
  const field = box.querySelector("[type=search]")
  const show = () => {
    const typed = plain(field.value).split(" ").filter(Boolean)
    const found = lines.map((line) => typed.filter((word) => line.dataset.find.includes(` ${word}`)).length)
    const most = Math.max(...found)
    lines.forEach((line, index) => (line.hidden = found[index] < most))
  }
  field.addEventListener("input", show)
}

function plain(text) {
  const letters = text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "")
  return letters.replace(/[^\p{L}\p{N}]+/gu, " ")
}
