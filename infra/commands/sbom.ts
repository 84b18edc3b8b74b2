import { text } from 'node:stream/consumers';
import project from '../../package.json' with { type: 'json' };

// Reads npm's list of all packages (CycloneDX), and keeps those that are deployed, and the Node that deploys
// them. `npm sbom --omit dev` would also leave out a deployed package that a development package needs:
// https://github.com/npm/cli/issues/7909

interface Component {
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string }[];
}

const { metadata, components, dependencies, ...bom } = JSON.parse(await text(process.stdin));
const deployed = (components as Component[]).filter(
  ({ properties = [] }) => !properties.some(({ name }) => name === 'cdx:npm:package:development'),
);
// npm writes the folder's name instead.
const component = { ...metadata.component, name: project.name };
const refs = new Set([component, ...deployed].map((one) => one['bom-ref']));
const edges = dependencies as { ref: string; dependsOn: string[] }[];

console.log(
  JSON.stringify(
    {
      ...bom,
      metadata: { ...metadata, component },
      components: deployed,
      dependencies: edges
        .filter(({ ref }) => refs.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((to) => refs.has(to)) })),
    },
    undefined,
    2,
  ),
);
