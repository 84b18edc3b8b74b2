import { type Fault, requestRates } from './faults.ts';
import { delaysOf, type Service } from './simulate.ts';
import { axes, grey, line, path, steps, svg, text } from './svg.ts';

const runs = 300;
const longest = 300;
const [width, height] = [940, 400];
const colors = ['#9467bd', '#1f77b4', '#2ca02c'];
/** The tests hold it for all calls: test/lab/simulation/pages.test.ts. */
const bound = 5;

/** How soon a page comes: of all runs, how many had it by then. Solid where all fails, dashed where a tenth does. */
export function callsPicture(service: Service, fault: Fault): string {
  const [left, top] = [60, 50];
  const size = { width: width - left - 40, height: height - top - 60 };
  const x = (minutes: number) =>
    left + (size.width * Math.log(minutes / 2)) / Math.log(longest / 2);
  const y = (share: number) => top + size.height * (1 - share);
  // More traffic than one request a second makes no difference.
  const curves = [1, 0.1].flatMap((severity) =>
    requestRates.slice(0, 3).flatMap(({ rate, perSecond }, index) => {
      const all = delaysOf(service, { fault, severity, perSecond }, { runs, longest });
      const delays = all['2 minutes late'].filter(Number.isFinite);
      const points = delays.map((delay, called) => [x(delay), y((called + 1) / runs)] as const);
      const stroke = colors[index] ?? grey;
      const corners = steps([[points[0]?.[0] ?? x(2), y(0)], ...points]);
      const paged = `${rate}: ${Math.round((100 * delays.length) / runs)} % in 5 h`;
      const name = index === 2 ? `${rate} and more` : paged;
      // On the side where no other curve is.
      const [labelX = 0, labelY = 0] =
        points[Math.floor(points.length * (index === 0 ? 0.9 : 0.6))] ?? [];
      const [aside, anchor] = index === 0 ? [-8, 'end'] : [8, 'start'];
      return [
        path(corners, { stroke, dash: severity === 1 ? '' : '5 4' }),
        // The solid curves lie on one another, because the probe does not wait for clients.
        ...(severity < 1 ? [text(labelX + aside, labelY, name, { anchor, fill: stroke })] : []),
      ];
    }),
  );
  const title = `Simulated: ${fault.name}. The share of ${runs} runs with a page by then, metrics 2 minutes late`;
  return svg({ width, height, name: 'calls', title }, [
    text(16, 24, title, { size: 14 }),
    ...axes(
      { left, top, ...size, x, y },
      {
        x: { ticks: [2, 3, 5, 10, 30, 60, 180], label: String },
        y: { ticks: [0, 0.25, 0.5, 0.75, 1], label: (share) => `${100 * share} %` },
      },
    ),
    line([x(bound), top], [x(bound), y(0)], grey, '1 3'),
    text(x(bound), top - 6, 'all calls: the bound that a test holds', {
      anchor: 'middle',
      fill: grey,
    }),
    ...curves,
    text(x(3.2), y(0.62), 'all calls fail,', { anchor: 'end' }),
    text(x(3.2), y(0.62) + 14, 'at any rate', { anchor: 'end' }),
    text(
      left + size.width / 2,
      height - 14,
      'minutes since it began (solid: all calls fail; dashed: a tenth)',
      { anchor: 'middle' },
    ),
  ]);
}
