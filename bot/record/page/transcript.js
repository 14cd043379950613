"use strict";
// Steps one at a time, for who wants that: without this script all of them stand below each other.
(() => {
  const steps = [...document.querySelectorAll(".step")];
  const bar = document.querySelector(".bar");
  const one = bar.querySelector(".one");
  const back = bar.querySelector(".back");
  const next = bar.querySelector(".next");
  const where = bar.querySelector(".where");
  let single = false;
  let at = 0;

  function show() {
    steps.forEach((step, number) => { step.hidden = single && number !== at; });
    one.setAttribute("aria-pressed", String(single));
    back.disabled = !single || at === 0;
    next.disabled = !single || at === steps.length - 1;
    where.textContent = single ? steps[at].querySelector("h3 span").textContent : "";
  }

  function go(by) {
    at = Math.min(Math.max(at + by, 0), steps.length - 1);
    show();
  }

  one.addEventListener("click", () => { single = !single; show(); });
  back.addEventListener("click", () => go(-1));
  next.addEventListener("click", () => go(1));
  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (single && by !== undefined && !event.ctrlKey && !event.altKey && !event.metaKey) {
      go(by);
      event.preventDefault();
    }
  });
  bar.hidden = steps.length < 2;
  show();
})();
