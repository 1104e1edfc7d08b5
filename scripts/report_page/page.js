// Helpers of the checks, in the page that is checked: they operate it and say what they see.
const byId = (id) => document.getElementById(id);
const all = (what, where) => [...(where || document).querySelectorAll(what)];
const still = () => new Promise((done) => setTimeout(() => requestAnimationFrame(() => done()), 30));
const seen = (node) => node.checkVisibility({ visibilityProperty: true });
const rows = () => all("#list > tbody > tr:not(.detail)");
const nameOf = (node) => `${node.localName} ${(node.ariaLabel || node.id || node.textContent).trim().slice(0, 40)}`;
const MOST = Number(byId("list").dataset.most);

const choose = (id, value) => {
  byId(id).value = value;
  for (const kind of ["input", "change"]) byId(id).dispatchEvent(new Event(kind, { bubbles: true }));
};
const type = (words) => choose("search", words);
const reset = () => byId("filters").querySelector("[type=reset]").click();
/// Opens the first finding that is shown, and its texts.
const openSome = async () => {
  const row = rows().find(seen);
  if (!row.nextElementSibling?.classList.contains("detail")) row.querySelector(".open").click();
  all("details", row.nextElementSibling).forEach((part) => { part.open = true; });
  await still();
};
const openAll = () => all("details").forEach((part) => { part.open = true; });
/// Leaves some findings alone.
const few = async () => {
  reset();
  await still();
  type(rows().slice(0, 1)[0].querySelector(".open").textContent.slice(0, -1));
  await still();
  const count = rows().filter(seen).length;
  return count > 0 && count <= 16 ? [] : [`${count} findings are left for the keys`];
};

// Links.
const deadNames = () => ["for", "aria-labelledby", "aria-controls", "aria-describedby"].flatMap((name) =>
  all(`[${name}]`).filter((node) => !byId(node.getAttribute(name))).map((node) => `${name} of ${nameOf(node)} names nothing`));
const linksWithin = () => [...new Set(all("a").map((node) => node.getAttribute("href")).filter((to) => to?.startsWith("#")))];
const linksOut = () => all("a").filter((node) => {
  const to = node.getAttribute("href");
  return !to?.startsWith("#") && !(to?.startsWith("https://") && node.rel.includes("noreferrer"));
}).map((node) => `${node.outerHTML.slice(0, 99)} is no link to follow`);
/// Below what sticks to the top, above the end of the window.
const inView = (node) => {
  const [box, bar] = [node.getBoundingClientRect(), byId("filters").getBoundingClientRect()];
  const covered = bar.top <= 0 && !node.contains(byId("filters")) && box.top < bar.bottom - 1;
  const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  return box.top < innerHeight && box.bottom > 0 && (end || !covered);
};
const settled = async () => {
  for (let last = NaN, same = 0; same < 3;) {
    await still();
    same = scrollY === last ? same + 1 : 0;
    last = scrollY;
  }
};
const follows = async (to) => {
  const target = byId(decodeURIComponent(to.slice(1)));
  if (!target) return "leads nowhere";
  const link = all("a").find((node) => node.getAttribute("href") === to);
  scrollTo(0, 0);
  link.click();
  await settled();
  if (location.hash !== to) return "does not say where it leads";
  return inView(target) ? "" : "does not bring it into view";
};
const isOpenInView = async (id) => {
  await settled();
  const button = byId(id).querySelector(".open");
  const right = seen(button) && inView(button) && button.ariaExpanded === "true" && document.activeElement === button;
  return right ? [] : [`a link to ${id} does not open it in view`];
};

// Filters.
const choices = () => all("#filters select").map((node) => [node.dataset.by, [...node.options].map((o) => o.value).filter(Boolean)]);
const COLUMNS = {
  status: (cells) => cells[1].querySelector(".status").textContent.trim(),
  kind: (cells) => cells[0].textContent.replace(/-[0-9a-f]+$/, ""),
  pass: (cells) => cells[2].textContent,
  toolchain: (cells) => cells[3].textContent.split(" ")[0],
};
const read = (row, name) => COLUMNS[name]([...row.cells]);
/// Whether these are shown and counted, and no others.
const shows = (what, due) => {
  const found = rows().filter(seen);
  const wrong = [];
  const first = due.slice(0, MOST);
  if (found.length !== first.length || found.some((row, at) => row !== first[at])) {
    wrong.push(`${what} shows ${found.length} findings, not the first of ${due.length}`);
  }
  const told = byId("count").textContent;
  const part = found.length < due.length ? `, ${found.length} of them shown` : "";
  if (told !== `${due.length} of ${rows().length} findings${part}`) wrong.push(`${what} says ${told}`);
  return wrong;
};
/// Choices of filters, each a name and a value.
const chosen = async (pairs) => {
  for (const [name, value] of pairs) choose(`by-${name}`, value);
  await still();
  const due = rows().filter((row) => pairs.every(([name, value]) => !value || read(row, name) === value));
  const wrong = shows(pairs.join(" "), due);
  if (!due.length) wrong.push(`${pairs.join(" ")} fits nothing`);
  return wrong;
};
const resets = async () => {
  const partial = rows().filter(seen).length;
  reset();
  await still();
  const left = all("#filters select").some((node) => node.value) || byId("search").value;
  return [...shows("show all", rows()), ...(left ? ["show all leaves a choice"] : []),
    ...(partial === rows().filter(seen).length ? ["no choice was there to be undone"] : [])];
};
const searches = async () => {
  const [wrong, last] = [[], rows().at(-1)];
  for (const words of [last.cells[0].textContent, `${read(last, "status")} ${read(last, "toolchain").toUpperCase()}`, "nothing at all"]) {
    type(words);
    await still();
    const parts = words.toLowerCase().split(" ");
    wrong.push(...shows(words, rows().filter((row) => parts.every((part) => row.textContent.toLowerCase().includes(part)))));
  }
  reset();
  await still();
  return wrong;
};
const showsMore = async () => {
  const more = byId("more");
  for (let shown = MOST; shown < rows().length; shown += MOST) {
    if (!seen(more)) return [`only ${shown} can be shown`];
    more.click();
    await still();
    if (document.activeElement.closest("tr") !== rows()[shown]) return ["more does not go on where it was"];
  }
  return seen(more) || !rows().every(seen) ? ["not all can be shown"] : [];
};

// Copies.
const copiers = () => all("button").filter((node) => node.ariaLabel?.startsWith("Copy ") && seen(node));
const textOf = (button) => {
  const block = JSON.parse(byId(`b-${button.closest("tr").previousElementSibling.dataset.at}`).textContent);
  const name = button.ariaLabel.slice("Copy ".length);
  return name === "the command" ? block.record.replay : block.texts.find((text) => text.name === name)?.text;
};
const own = Object.getPrototypeOf(navigator.clipboard);
const clear = async () => {
  byId("told").textContent = "";
  await (window.writes || own.writeText).call(navigator.clipboard, "nothing yet");
};
const pasted = () => navigator.clipboard.readText();
const withoutClipboard = () => {
  window.writes = own.writeText;
  own.writeText = () => Promise.reject(new Error("refused"));
};

// Colours.
const painter = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
const rgba = (colour) => {
  painter.clearRect(0, 0, 1, 1);
  painter.fillStyle = colour;
  painter.fillRect(0, 0, 1, 1);
  return [...painter.getImageData(0, 0, 1, 1).data];
};
/// WCAG 2.2, relative luminance.
const luminance = (colour) => {
  const [r, g, b] = rgba(colour).slice(0, 3).map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (one, other) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
/// All colours of the page are solid or none.
const ground = (node) => {
  for (let at = node; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (rgba(colour)[3] === 255) return colour;
  }
  return "white";
};
const darkOrLight = () => {
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  const found = luminance(ground(document.body)) < 0.2 ? "dark" : "light";
  return scheme === found ? found : `${found} with controls for ${scheme}`;
};
const weakest = (text, line) => {
  const met = new Map();
  const add = (node, colour, paper, least, what) => {
    const key = `${colour} on ${paper} ${least}`;
    if (!met.has(key)) met.set(key, [ratio(colour, paper), least, `${what} of ${nameOf(node)}, ${colour} on ${paper}`]);
  };
  for (const node of all("body *")) {
    if (!seen(node)) continue;
    const style = getComputedStyle(node);
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (own || node.matches("input, select")) add(node, style.color, ground(node), text, "text");
    if (node.matches("button, input, select")) add(node, style.borderTopColor, ground(node.parentElement), line, "border");
    if (node.matches("polyline")) add(node, style.stroke, ground(node), line, "line");
  }
  return [...met.values()].filter(([value, least]) => value < least).map(([value, , told]) => `${value.toFixed(2)}: ${told}`);
};

// Keys.
const OPERABLE = "a[href], button, input, select, summary, textarea, [tabindex]";
const FINDERS = {
  summary: () => all("tr.detail summary").find(seen),
  equal: () => all(".diff button").find(seen),
};
const first = (what) => FINDERS[what]();
const stateOf = (node) => `${node.localName} ${node.parentElement.open} ${all(".diff tr").length}`;
/// Gives all that Tab must reach a number, and stands before the first (or behind the last).
const number = (back) => {
  const operable = all(OPERABLE).filter((node) => seen(node) && !node.disabled && (node.tabIndex >= 0 || node.matches("button, a")));
  operable.forEach((node, at) => { node.dataset.number = at; });
  document.activeElement.blur();
  const edge = document.createElement("span");
  edge.tabIndex = -1;
  document.body[back ? "append" : "prepend"](edge);
  edge.focus();
  const due = operable.map((_, at) => at);
  return back ? due.reverse() : due;
};
const numbered = (at) => nameOf(document.querySelector(`[data-number="${at}"]`));
const focused = () => {
  const node = document.activeElement;
  const style = getComputedStyle(node);
  const marked = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2
    && ratio(style.outlineColor, ground(node.parentElement || node)) >= 3;
  const wrong = !marked ? "no mark at" : !inView(node) && node.getBoundingClientRect().height < innerHeight ? "out of view is" : "";
  return [node.dataset.number === undefined ? null : Number(node.dataset.number), wrong && `${wrong} ${nameOf(node)}`];
};

// What a screen reader needs of tables, and room.
const headless = () => all("table").filter(seen).filter((table) => {
  const head = all(":scope > thead th", table);
  const plain = all(":scope > thead td", table).length;
  return !head.length || plain || head.some((th) => th.scope !== "col") || !table.caption?.textContent.trim();
}).map((table) => `${nameOf(table)}: a table without a caption or headers`);
const cutOff = () => all("tr.detail .diff").filter((node) => node.getBoundingClientRect().right > innerWidth)
  .map((node) => `both sides take ${Math.round(node.getBoundingClientRect().right)} of ${innerWidth} pixels`);
const crowded = async () => {
  const wrong = [];
  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) wrong.push(`${width} pixels wide in a window of ${innerWidth}`);
  rows()[3].scrollIntoView();
  await settled();
  const bar = byId("filters").getBoundingClientRect();
  if (bar.top >= 0 && bar.bottom > innerHeight / 3) wrong.push(`the filters cover ${bar.height} of ${innerHeight} pixels`);
  return wrong;
};
