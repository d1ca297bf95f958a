// Contrast of colours, as WCAG 2 counts it: from 1 (none) to 21.

/** The contrast of two colours that the page names by custom properties, as they are at an element. */
export async function contrast(locator, one, other) {
  const colours = await locator.evaluate(
    (element, names) => {
      const probe = element.appendChild(document.createElement("i"));
      const colours = names.map((name) => {
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color;
      });
      probe.remove();
      return colours;
    },
    [one, other],
  );
  const [light, dark] = colours.map(luminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour) {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour);
  if (!parts) throw new Error(`not an opaque colour: ${colour}`);
  const [red, green, blue] = parts.slice(1).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
