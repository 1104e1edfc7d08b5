"use strict";
// Filters, colours, and the texts of a finding, which are made when it is opened. Nothing is ever put
// into the page as markup: texts become text nodes.
(() => {
  const by = (id) => document.getElementById(id);
  const make = (tag, attributes, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
    node.append(...children);
    return node;
  };
  const tell = (text) => {
    by("told").textContent = "";
    by("told").textContent = text;
  };

  // Colours. A page that was opened from a disk may have no storage.
  const theme = by("theme");
  const colour = (value) => {
    if (value) document.documentElement.dataset.theme = value;
    else delete document.documentElement.dataset.theme;
  };
  let kept = "";
  try { kept = localStorage.getItem("tritonsmith-theme") || ""; } catch (_) { kept = ""; }
  if (!["light", "dark"].includes(kept)) kept = "";
  theme.value = kept;
  colour(kept);
  theme.addEventListener("change", () => {
    colour(theme.value);
    try { localStorage.setItem("tritonsmith-theme", theme.value); } catch (_) { /* as it is */ }
  });

  // Highlighting: the first rule that fits at a place decides.
  const RULES = {
    python: /(?<comment>#[^\n]*)|(?<string>"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?<word>\b(?:and|as|assert|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|not|or|pass|raise|return|try|while|with|yield|None|True|False)\b)|(?<number>\b(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\b)/g,
    mlir: /(?<comment>\/\/[^\n]*)|(?<string>"(?:\\.|[^"\\\n])*")|(?<value>[%#@!^][A-Za-z_$.\-\d]+(?:#\d+)?)|(?<word>\b[a-z_]\w*(?:\.\w+)+\b|\b(?:module|attributes|to|step|iter_args|else|do|loc|dense|true|false)\b)|(?<number>-?\b(?:0x[0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)\b)/g,
  };
  const language = (name) => name.endsWith(".py") ? "python" : name.endsWith(".mlir") ? "mlir" : "";
  const highlighted = (text, kind) => {
    const out = document.createDocumentFragment();
    const rule = RULES[kind];
    let at = 0;
    if (rule) {
      for (const match of text.matchAll(rule)) {
        const name = Object.keys(match.groups).find((key) => match.groups[key] !== undefined);
        out.append(text.slice(at, match.index), make("span", { class: name }, match[0]));
        at = match.index + match[0].length;
      }
    }
    out.append(text.slice(at));
    return out;
  };

  const copy = async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch (_) {
      const area = make("textarea", { class: "unseen", "aria-hidden": "true" });
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      if (!done) return tell(`${what} could not be copied`);
    }
    tell(`${what} copied`);
  };
  const copier = (text, what) => {
    const button = make("button", { type: "button", "aria-label": `Copy ${what}` }, "Copy");
    button.addEventListener("click", () => copy(text, what));
    return button;
  };

  const shown = (text, open) => {
    const about = make("span", { class: "about" }, ` ${text.about}`);
    const block = make("details", { class: "text" }, make("summary", {}, text.name, about));
    const fill = () => {
      if (block.dataset.filled) return;
      block.dataset.filled = "yes";
      if (text.cut) block.append(make("p", {}, text.cut));
      const code = make("code", {}, highlighted(text.text, language(text.name)));
      const label = { tabindex: "0", role: "region", "aria-label": text.name };
      block.append(copier(text.text, text.name), make("pre", label, code));
    };
    block.addEventListener("toggle", () => block.open && fill());
    if (open) { fill(); block.open = true; }
    return block;
  };

  // Both sides of a comparison. Of long runs that are equal only the ends are shown.
  const AROUND = 3;
  const compared = (block) => {
    const of = (name) => block.texts.find((text) => text.name === name);
    const [before, after] = [of("before.mlir"), of("after.mlir")];
    const lines = (text) => text.text.split("\n");
    const [old, young] = [lines(before), lines(after)];
    const body = make("tbody");
    const cell = (text, at, sign) => {
      const name = sign === "-" ? "less" : sign === "+" ? "more" : "";
      if (at === null) return [make("td", { class: "at" }), make("td", { class: "code" })];
      const code = highlighted(text[at], "mlir");
      const inner = sign === "-" ? make("del", {}, code) : sign === "+" ? make("ins", {}, code) : code;
      return [make("td", { class: "at" }, String(at + 1)), make("td", { class: `code ${name}` }, inner)];
    };
    const row = (left, right, changed) => make("tr", {},
      ...cell(old, left, changed ? "-" : "="), ...cell(young, right, changed ? "+" : "="));
    const equal = (from, to, other) => {
      const rows = [];
      for (let at = from; at < to; at += 1) rows.push(row(at, other + at - from, false));
      return rows;
    };
    block.diff.forEach(([sign, from, to, other, end], index) => {
      if (sign !== "=") {
        for (let at = 0; at < Math.max(to - from, end - other); at += 1) {
          body.append(row(from + at < to ? from + at : null, other + at < end ? other + at : null, true));
        }
        return;
      }
      const head = index === 0 ? 0 : AROUND;
      const tail = index === block.diff.length - 1 ? 0 : AROUND;
      const hidden = to - from - head - tail;
      if (hidden < 2) { body.append(...equal(from, to, other)); return; }
      body.append(...equal(from, from + head, other));
      const more = make("button", { type: "button" }, `show ${hidden} equal lines`);
      const place = make("tr", {}, make("td", { colspan: "4" }, more));
      more.addEventListener("click", () => {
        const rows = equal(from + head, to - tail, other + head);
        place.replaceWith(...rows);
        if (rows[0]) { rows[0].tabIndex = -1; rows[0].focus(); }
      });
      body.append(place, ...equal(to - tail, to, other + to - tail - from));
    });
    const head = (text) => make("th", { scope: "col", colspan: "2" }, text);
    const columns = make("colgroup", {}, make("col", { class: "at" }), make("col"),
      make("col", { class: "at" }), make("col"));
    const table = make("table", { class: "diff" }, make("caption", {}, "The IR before and after the pass"),
      columns, make("thead", {}, make("tr", {}, head("before the pass"), head("after it"))), body);
    const region = make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Side by side" }, table);
    const part = before.cut || after.cut;
    return make("details", { class: "text", open: "" }, make("summary", {}, "Side by side"),
      ...(part ? [make("p", {}, "Only the part that is shown below is compared.")] : []), region);
  };

  const command = (record) => {
    const pre = make("pre", { tabindex: "0", role: "region", "aria-label": "Command" }, make("code", {}, record.replay));
    return [make("p", {}, "To see it again: ", copier(record.replay, "the command")), pre];
  };

  // Rows. Only so many are shown at once: laying out thousands takes seconds.
  const list = by("list");
  const rows = [...document.querySelectorAll("#list > tbody > tr")];
  const MOST = list ? Number(list.dataset.most) : 0;
  let words = null; // of all rows, once somebody searches
  const detail = (row) => {
    const next = row.nextElementSibling;
    return next && next.classList.contains("detail") ? next : null;
  };
  const open = (row) => {
    const button = row.querySelector(".open");
    const there = detail(row);
    if (there) {
      there.remove();
      button.setAttribute("aria-expanded", "false");
      button.removeAttribute("aria-controls");
      return;
    }
    const at = row.dataset.at;
    const block = JSON.parse(by(`b-${at}`).textContent);
    const link = make("a", { href: `#${row.id}` }, "link to this finding");
    const facts = [block.record.signature, block.record.name, block.status];
    for (const known of block.known) facts.push(known.title);
    const cell = make("td", { colspan: String(row.children.length) },
      make("p", {}, facts.join(" \u00b7 "), " \u00b7 ", link), ...command(block.record));
    if (block.diff) cell.append(compared(block));
    const first = ["kernel.py", "script.py"];
    for (const text of block.texts) cell.append(shown(text, first.includes(text.name)));
    if (!block.texts.length) cell.append(make("p", {}, "Its folder holds no texts."));
    row.after(make("tr", { class: "detail", id: `d-${at}` }, cell));
    button.setAttribute("aria-expanded", "true");
    button.setAttribute("aria-controls", `d-${at}`);
  };
  if (list) {
    list.addEventListener("click", (event) => {
      const button = event.target.closest(".open");
      if (button) open(button.closest("tr"));
    });
  }

  // Filters.
  const form = by("filters");
  const search = by("search");
  const choices = [...form.querySelectorAll("select[data-by]")];
  const more = by("more");
  let most = MOST;
  let linked = null; // is shown wherever it stands
  const filter = () => {
    const parts = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (parts.length && !words) words = rows.map((row) => row.textContent.toLowerCase());
    let [count, seen] = [0, 0];
    rows.forEach((row, at) => {
      const chosen = choices.every((choice) => !choice.value || row.dataset[choice.dataset.by] === choice.value);
      const fits = chosen && parts.every((part) => words[at].includes(part));
      const visible = fits && (count < most || row === linked);
      row.hidden = !visible;
      const below = detail(row);
      if (below) below.hidden = !visible;
      count += fits ? 1 : 0;
      seen += visible ? 1 : 0;
    });
    const part = seen < count ? `, ${seen} of them shown` : "";
    by("count").textContent = `${count} of ${rows.length} findings${part}`;
    if (more) more.hidden = seen === count;
  };
  const anew = () => {
    most = MOST;
    linked = null;
    filter();
  };
  form.addEventListener("input", anew);
  form.addEventListener("reset", () => setTimeout(anew, 0));
  if (more) {
    more.addEventListener("click", () => {
      const before = rows.filter((row) => row.hidden);
      most += MOST;
      filter();
      before.find((row) => !row.hidden).querySelector(".open").focus();
    });
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();

  // A link to a finding opens it.
  const follow = () => {
    const row = rows.find((each) => `#${each.id}` === location.hash);
    if (!row) return;
    if (row.hidden) {
      for (const control of [...choices, search]) control.value = "";
      [most, linked] = [MOST, row];
      filter();
    }
    if (!detail(row)) open(row);
    row.querySelector(".open").focus();
    row.scrollIntoView();
  };
  window.addEventListener("hashchange", follow);
  // A browser goes to the place itself once all is there, and takes the focus away.
  window.addEventListener("load", () => setTimeout(follow, 0));
})();
