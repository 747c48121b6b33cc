// Draws the end of a game as a picture and shares it; a browser that cannot share files saves it. What it shows is read
// from the page: the title, the standings and the lines of the chart, with the colours that they have there.

import { announce } from "../app.js"
import { passOn } from "../files.js"

const WIDTH = 1080
const HEIGHT = 1350
const EDGE = 64
const INSET = 36
const PANEL = 590
const MOST_ROWS = 8

export default function picture(button) {
  const { title, file, done, failed } = button.dataset
  button.addEventListener("click", async () => {
    announce("")
    const blob = await new Promise((drawn) => draw(title).toBlob(drawn, "image/png"))
    if (!blob) return announce(failed)
    if (await passOn(new File([blob], file, { type: blob.type }))) announce(done)
  })
}

function draw(title) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT })
  const pen = canvas.getContext("2d")
  const players = [...document.querySelectorAll(".standings tbody tr")].map(read)
  const head = document.getElementById("title")
  const winner = head.querySelector("span")
  const margin = textBeside(winner)
  drawFelt(pen)
  const date = head.parentElement.querySelector("time").textContent
  write(pen, title, { ...placed(EDGE), y: 104, size: 36, weight: 600, colour: token("--felt-soft"), most: 560 })
  write(pen, date, { ...placed(WIDTH - EDGE, "right"), y: 104, size: 32, colour: token("--felt-soft"), most: 380 })
  drawTrophy(pen, document.querySelectorAll(".crowned .badge"))
  const name = { x: WIDTH / 2, y: margin ? 470 : 340, align: "center", weight: 800, most: WIDTH - 2 * EDGE }
  write(pen, winner.textContent.trim(), { ...name, size: 116, colour: token("--felt-ink"), from: winner })
  if (margin) write(pen, margin, { ...name, y: 544, size: 52, weight: 600, colour: token("--gold") })
  drawPanel(pen, players)
  return canvas
}

/** A place and alignment from the left, on the other side if the page runs from right to left. */
function placed(x, align = "left") {
  if (!document.body.matches(":dir(rtl)")) return { x, align }
  return { x: WIDTH - x, align: align === "left" ? "right" : "left" }
}

/** What a sentence says besides one of its parts. */
function textBeside(part) {
  const others = [...part.parentElement.childNodes].filter((node) => node !== part)
  return others.map(({ textContent }) => textContent).join("").trim()
}

/** A row of the standings, with the elements whose colours are drawn. */
function read(row) {
  const [rank, total] = [".rank", ".total"].map((part) => row.querySelector(part))
  const medal = /medal/.test(rank.className) && getComputedStyle(rank, "::before").backgroundColor
  const name = row.querySelector("bdi")
  return { rank, medal, badge: row.querySelector(".badge"), name, total: total.firstChild.textContent.trim() }
}

const token = (name) => getComputedStyle(document.body).getPropertyValue(name)

function drawFelt(pen) {
  const light = pen.createRadialGradient(WIDTH / 2, 0, 0, WIDTH / 2, 0, HEIGHT)
  light.addColorStop(0, token("--felt-light"))
  light.addColorStop(1, token("--felt"))
  pen.fillStyle = light
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  rounded(pen, 24, 24, WIDTH - 48, HEIGHT - 48, 40)
  pen.strokeStyle = token("--gold")
  pen.lineWidth = 4
  pen.stroke()
}

/** Aces to the left and right of a crowned card for each winner; nothing for a game without one. */
function drawTrophy(pen, badges) {
  if (!badges.length) return
  const aces = document.querySelectorAll(".trophy > b")
  const middle = (badges.length - 1) / 2
  for (const [index, ace] of aces.entries()) {
    const step = index - (aces.length - 1) / 2
    const side = Math.sign(step)
    const x = WIDTH / 2 + side * (middle * 124 + 88) + step * 88
    turned(pen, x, 238 + step * step * 16, step * 0.15, () => drawAce(pen, ace))
  }
  for (const [index, badge] of badges.entries()) {
    turned(pen, WIDTH / 2 + (index - middle) * 124, 246, 0, () => drawCrowned(pen, badge))
  }
}

function turned(pen, x, y, angle, drawing) {
  pen.save()
  pen.translate(x, y)
  pen.rotate(angle)
  drawing()
  pen.restore()
}

function drawCard(pen, width, height, edge, line) {
  rounded(pen, -width / 2, -height / 2, width, height, 16)
  pen.shadowColor = "rgb(0 0 0 / 35%)"
  pen.shadowBlur = 14
  pen.fillStyle = token("--card")
  pen.fill()
  pen.shadowColor = "transparent"
  pen.strokeStyle = edge
  pen.lineWidth = line
  pen.stroke()
}

function drawAce(pen, ace) {
  drawCard(pen, 122, 172, "rgb(0 0 0 / 30%)", 2)
  const { color, fontFamily } = getComputedStyle(ace)
  const corner = { x: -46, weight: 700, size: 44, colour: color, family: fontFamily, most: 60 }
  for (const [line, text] of [...ace.childNodes].filter((node) => node.data).entries()) {
    write(pen, text.data, { ...corner, y: -38 + line * 46 })
  }
}

function drawCrowned(pen, badge) {
  const crown = badge.parentElement.querySelector("svg")
  drawCard(pen, 150, 212, token("--gold"), 6)
  pen.save()
  pen.translate(-53, -88)
  pen.scale(2.2, 2.2)
  const { fill, stroke } = getComputedStyle(crown)
  Object.assign(pen, { fillStyle: fill, strokeStyle: stroke, lineWidth: 2, lineJoin: "round" })
  for (const path of crown.children) {
    const drawn = new Path2D(path.getAttribute("d"))
    pen.fill(drawn)
    pen.stroke(drawn)
  }
  pen.restore()
  drawBadge(pen, badge, { x: 0, y: 44, radius: 38 })
}

/** The standings, and below them the chart as far as there is room. */
function drawPanel(pen, players) {
  const room = HEIGHT - EDGE - PANEL
  const chart = players.length <= MOST_ROWS && document.querySelector("svg.chart")
  const step = Math.min(84, (room - 2 * 20 - (chart ? 230 : 0)) / players.length)
  const end = PANEL + 20 + players.length * step
  rounded(pen, EDGE, PANEL, WIDTH - 2 * EDGE, room, 32)
  pen.fillStyle = token("--sheet")
  pen.fill()
  for (const [index, player] of players.entries()) drawPlayer(pen, player, PANEL + 20 + (index + 0.5) * step, step)
  if (chart) drawChart(pen, chart, { top: end + 24, bottom: HEIGHT - EDGE - 36, players })
}

function drawPlayer(pen, { rank, medal, badge, name, total }, y, step) {
  const size = Math.min(44, step * 0.66)
  const radius = Math.min(30, step * 0.4)
  const line = { y: y + size * 0.35, size, weight: 650, colour: token("--ink") }
  const x = EDGE + INSET
  const place = placed(x + 26).x
  if (medal) disc(pen, place, y, radius, medal)
  const ink = medal ? getComputedStyle(rank).color : token("--soft")
  write(pen, rank.textContent.trim(), { ...line, x: place, align: "center", colour: ink, most: 52 })
  drawBadge(pen, badge, { x: placed(x + 100).x, y, radius })
  write(pen, name.textContent, { ...line, ...placed(x + 150), most: 600, from: name })
  write(pen, total, { ...line, ...placed(WIDTH - x, "right"), weight: 800, size: size * 1.15, most: 160 })
  pen.fillStyle = token("--line")
  pen.fillRect(x, y + step / 2 - 1, WIDTH - 2 * x, 2)
}

/** Each player's line with its colour and dashes, and the badge where the line has its label. */
function drawChart(pen, chart, { top, bottom, players }) {
  const lines = [...chart.querySelectorAll(".line")]
  const spots = lines.map((line) => line.getAttribute("points").split(" ").map((spot) => spot.split(",").map(Number)))
  const labels = [...chart.querySelectorAll(".name")]
  const ends = labels.map((label) => Number(label.getAttribute("y")) - 4)
  const [left, right] = extent(spots.flat().map(([x]) => x))
  const [high, low] = extent([...spots.flat().map(([, y]) => y), ...ends])
  const across = (x) => EDGE + INSET + ((x - left) / (right - left || 1)) * (WIDTH - 2 * (EDGE + INSET) - 120)
  const down = (y) => top + ((y - high) / (low - high || 1)) * (bottom - top)
  const sorted = ends.map(down).sort((one, other) => one - other)
  const gap = Math.min(...sorted.slice(1).map((y, index) => y - sorted[index]))
  const radius = Math.max(12, Math.min(24, gap / 2))
  for (const [index, line] of lines.entries()) {
    const { stroke, strokeDasharray } = getComputedStyle(line)
    const player = players.find(({ name }) => name.textContent === nameOf(labels[index]))
    const y = down(ends[index])
    const end = { x: WIDTH - EDGE - INSET - 60, y, radius }
    pen.beginPath()
    for (const [x, y] of spots[index]) pen.lineTo(across(x), down(y))
    Object.assign(pen, { strokeStyle: stroke, lineWidth: 6, lineJoin: "round" })
    pen.setLineDash((strokeDasharray.match(/[\d.]+/g) ?? []).map((dash) => dash * 2.4))
    pen.stroke()
    pen.setLineDash([])
    pen.lineTo(end.x - radius, end.y)
    pen.globalAlpha = 0.35
    pen.lineWidth = 2
    pen.stroke()
    pen.globalAlpha = 1
    if (player) drawBadge(pen, player.badge, end)
  }
}

const extent = (numbers) => [Math.min(...numbers), Math.max(...numbers)]
const nameOf = (label) => (label.querySelector("title") ?? label).textContent

function drawBadge(pen, badge, { x, y, radius }) {
  const { backgroundColor, color } = getComputedStyle(badge)
  disc(pen, x, y, radius, backgroundColor)
  const size = radius * 0.95
  const most = radius * 1.7
  write(pen, badge.dataset.text, { x, y: y + size * 0.36, size, weight: 700, align: "center", colour: color, most })
}

function disc(pen, x, y, radius, colour) {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fillStyle = colour
  pen.fill()
}

function rounded(pen, x, y, width, height, radius) {
  pen.beginPath()
  pen.moveTo(x + radius, y)
  pen.arcTo(x + width, y, x + width, y + height, radius)
  pen.arcTo(x + width, y + height, x, y + height, radius)
  pen.arcTo(x, y + height, x, y, radius)
  pen.arcTo(x, y, x + width, y, radius)
  pen.closePath()
}

/** Writes a line that is at most so broad: in smaller letters, and if those do not help, cut. `from` has its direction. */
function write(pen, text, { x, y, size, weight = 400, align = "left", colour, most, family, from }) {
  const font = (height) => `${weight} ${height}px ${family ?? getComputedStyle(document.body).fontFamily}`
  pen.font = font(size)
  const height = Math.max(size * 0.5, Math.min(size, (size * most) / pen.measureText(text).width))
  pen.font = font(height)
  Object.assign(pen, { fillStyle: colour, textAlign: align, direction: getComputedStyle(from ?? document.body).direction })
  let letters = [...text]
  let shown = text
  while (letters.length > 1 && pen.measureText(shown).width > most) {
    letters = letters.slice(0, -1)
    shown = `${letters.join("").trimEnd()}…`
  }
  pen.fillText(shown, x, y)
}
