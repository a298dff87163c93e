// A plot of a few curves on two logarithmic axes, as SVG.

const size = { width: 640, height: 420, margin: 70 };
const colours = ['#1b6ca8', '#c8553d', '#4c8c4a', '#8a5fa8'];

/** From whole powers of ten to pixels; an axis runs over all powers that the values touch. */
function axis(values, from, to) {
  const logs = values.map(Math.log10);
  const [low, high] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs))];
  const place = (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from);
  const powers = Array.from({ length: high - low + 1 }, (_, k) => 10 ** (low + k));
  return { place, powers };
}

const text = (x, y, anchor, words) =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="13">${words}</text>`;

function frame(x, y, labels) {
  const { width, height, margin } = size;
  const [left, right, top, bottom] = [margin, width - margin, margin / 2, height - margin];
  const line = (points) => `<path d="${points}" stroke="#ccc" fill="none"/>`;
  return [
    ...x.powers.map((n) => line(`M${x.place(n)} ${top}V${bottom}`)),
    ...y.powers.map((n) => line(`M${left} ${y.place(n)}H${right}`)),
    ...x.powers.map((n) => text(x.place(n), bottom + 20, 'middle', n.toLocaleString('en'))),
    ...y.powers.map((n) => text(left - 8, y.place(n) + 4, 'end', String(n))),
    text(width / 2, height - 20, 'middle', labels.x),
    text(left, top - 12, 'middle', labels.y),
  ];
}

/**
 * @param {{name: string, points: [number, number][], dashed?: boolean}[]} curves  of positive numbers
 * @param {{x: string, y: string}} labels  of the axes
 */
export function logLogPlot(curves, labels) {
  const { width, height, margin } = size;
  const all = curves.flatMap(({ points }) => points);
  const x = axis(
    all.map(([at]) => at),
    margin,
    width - margin,
  );
  const y = axis(
    all.map(([, value]) => value),
    height - margin,
    margin / 2,
  );
  const drawn = curves.flatMap(({ name, points, dashed }, k) => {
    const path = points.map(([at, value]) => `${x.place(at)} ${y.place(value)}`).join('L');
    const stroke = `stroke="${colours[k % colours.length]}"${dashed ? ' stroke-dasharray="5"' : ''}`;
    return [
      `<path d="M${path}" fill="none" stroke-width="2" ${stroke}/>`,
      `<path d="M${margin + 12} ${margin + 20 * k}h24" stroke-width="2" ${stroke}/>`,
      text(margin + 42, margin + 20 * k + 4, 'start', name),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...frame(x, y, labels),
    ...drawn,
    '</svg>\n',
  ].join('\n');
}
