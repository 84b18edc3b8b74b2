import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../../infra/stack/synthesize.ts';
import { dashboardBody } from '../../infra/stack/monitoring/dashboard-body.ts';
import { callsPicture } from './calls-picture.ts';
import { crashes } from './faults.ts';
import { incidentOf, withIncident } from './incident.ts';
import { incidentPicture } from './incident-picture.ts';
import { serviceOf } from './simulate.ts';

/** Draws both pictures, and writes the incident into the runbook. */
const folder = 'test/lab/simulation/results';
const runbook = 'infra/docs/RUNBOOK.md';

using outdir = mkdtempDisposableSync(join(tmpdir(), 'plant-store-draw-'));
const { template } = synthesize({ outdir: outdir.path }).getStackByName('PlantStore');
const incident = incidentOf(template);

writeFileSync(`${folder}/incident.svg`, incidentPicture(dashboardBody(template), incident));
writeFileSync(`${folder}/calls.svg`, callsPicture(serviceOf(template), crashes));
writeFileSync(runbook, withIncident(readFileSync(runbook, 'utf8'), incident));
console.log(`Drawn: ${folder}/incident.svg, ${folder}/calls.svg, and the incident in ${runbook}.`);
