// plot.js - the time line of a flight: pairs in contact as columns, how long each question took as a line, and where there
// is contact as a band below. Where distances were measured, they are the line, and what is too close is another one.
import { number } from "./dom.js";
import { markColour, dark } from "./stage.js";

const TOP = 24; // pixels, for the words
const BAND = 5;

export function said(microseconds) {
  return microseconds < 1000 ? `${Number(microseconds.toPrecision(3))} µs` : `${Number((microseconds / 1000).toPrecision(3))} ms`;
}

// How high a time is drawn, 0 to 1, so that those that waited for the machine do not press the others flat: they are cut
// off; and where there are so many slow ones that they are no exception, the scale is that of logarithms.
export function timeScale(times) {
  const sorted = times.slice().sort(), at = (share) => sorted[Math.floor(share * (sorted.length - 1))];
  const most = sorted[sorted.length - 1] || 1, middle = at(0.5) || most;
  const cut = Math.min(most, Math.max(1.25 * at(0.9), 3 * middle));
  if (cut < 20 * middle) return { most, cut, name: cut < most ? "cut off above" : "", of: (t) => Math.min(t / cut, 1) };
  const low = Math.log(Math.max(sorted[0], middle / 100)), span = Math.log(most) - low;
  return { most, cut: most, name: "logarithms", of: (t) => Math.min(Math.max((Math.log(Math.max(t, 1e-9)) - low) / span, 0), 1) };
}

function words(g, texts, ink) {
  g.font = "13px system-ui, sans-serif";
  g.textBaseline = "top";
  let left = 0;
  for (const [css, text] of texts) {
    g.fillStyle = css;
    g.fillRect(left, 4, 10, 10);
    g.fillStyle = ink;
    g.fillText(text, left + 15, 2);
    left += g.measureText(text).width + 34;
  }
}

function timeLine(g, flight, x, height) {
  const { times, count } = flight, time = timeScale(times);
  g.beginPath();
  for (let i = 0; i < count; i++) g.lineTo(x(i), height - 1 - time.of(times[i]) * (height - TOP - 2));
  g.stroke();
  return time;
}

// A level for each step, none where they are farther apart than was looked; then the limit, dashed.
function distanceLine(g, flight, x, height, wide, limitColour) {
  const { distances, clearance, count } = flight;
  const most = Math.max(1.15 * clearance, Number.MIN_VALUE), y = (d) => height - 1 - d / most * (height - TOP - 2);
  let down = false;
  g.beginPath();
  for (let i = 0; i < count; i++) {
    const known = distances[i] <= most;
    if (known) {
      if (!down) g.moveTo(x(i) - wide / 2, y(distances[i]));
      g.lineTo(x(i) - wide / 2, y(distances[i]));
      g.lineTo(x(i) + wide / 2, y(distances[i]));
    }
    down = known;
  }
  g.stroke();
  g.strokeStyle = limitColour;
  g.setLineDash([6, 4]);
  g.beginPath();
  g.moveTo(x(0), y(clearance));
  g.lineTo(x(count - 1), y(clearance));
  g.stroke();
  g.setLineDash([]);
}

// times: null where there are none. flight: {count, pairs, times, distances, clearance, intervals, step}; distances: null where none were measured.
export function drawPlot(canvas, flight) {
  const scale = Math.min(devicePixelRatio, 2), width = canvas.clientWidth, height = canvas.clientHeight - BAND;
  if (!width) return;
  canvas.width = width * scale;
  canvas.height = (height + BAND) * scale;
  const g = canvas.getContext("2d"), n = flight.count, { pairs, distances } = flight;
  const blue = dark.matches ? "#7fb0ff" : "#2b6fdb", amber = dark.matches ? "#f0b04f" : "#9a5b00", x = (i) => (n > 1 ? i / (n - 1) : 0.5) * (width - 2) + 1;
  const mostPairs = pairs.reduce((a, b) => Math.max(a, b), 0) || 1, wide = Math.max(width / n, 1);
  g.scale(scale, scale);
  g.fillStyle = markColour();
  for (let i = 0; i < n; i++) {
    const tall = pairs[i] ? Math.max(pairs[i] / mostPairs * (height - TOP), 2) : 0;
    g.fillRect(Math.floor(x(i) - wide / 2), height - tall, Math.ceil(wide) + 1, tall);
  }
  for (const s of flight.intervals) {
    g.fillStyle = ["close", "near"].includes(s.state) ? amber : markColour();
    g.fillRect(Math.floor(x(s.first) - wide / 2), height + 2, Math.max(Math.ceil(x(s.last) - x(s.first) + wide), 2), BAND - 2);
  }
  g.strokeStyle = blue;
  g.lineWidth = 1.5;
  const time = distances ? distanceLine(g, flight, x, height, wide, amber) : flight.times && timeLine(g, flight, x, height);
  g.strokeStyle = dark.matches ? "#e9ebef" : "#1b1d23";
  g.beginPath();
  g.moveTo(x(flight.step), TOP);
  g.lineTo(x(flight.step), height + BAND);
  g.stroke();
  const narrow = width < 500, grey = dark.matches ? "#a3abb8" : "#5d6470";
  words(g, [...(distances && !pairs.some((p) => p > 0) ? [] : [[markColour(), `pairs${narrow ? "" : " in contact"}, up to ${number(mostPairs)}`]]),
    ...(!distances && !flight.times ? [] : distances ? [[blue, "distance"], [amber, `too close: ${flight.clearance}`]] :
      [[blue, `time${narrow ? "" : " of the question"}, up to ${said(time.most)}${time.name && !narrow ? `, ${time.name}${time.cut < time.most ? ` ${said(time.cut)}` : ""}` : ""}`]])], grey);
}
