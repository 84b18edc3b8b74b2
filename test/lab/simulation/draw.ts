import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../../infra/stack/synthesize.ts';
import { dashboardBody } from '../../infra/stack/monitoring/dashboard-body.ts';
import { callsPicture } from './calls-picture.ts';
import { faults } from './faults.ts';
import { incidentOf } from './incident.ts';
import { incidentTable, withIncident } from './incident-table.ts';
import { dashboardPicture } from './picture.ts';
import { serviceOf } from './service.ts';

const folder = 'test/lab/simulation/results';
const runbook = 'infra/docs/RUNBOOK.md';

using outdir = mkdtempDisposableSync(join(tmpdir(), 'plant-store-draw-'));
const { template } = synthesize({ outdir: outdir.path }).getStackByName('PlantStore');
const service = serviceOf(template);
const incident = incidentOf(template, service);
const [crashes] = faults;

mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/incident.svg`, dashboardPicture(dashboardBody(template), incident));
writeFileSync(`${folder}/calls.svg`, callsPicture(service, crashes));
const table = incidentTable(incident);
writeFileSync(runbook, withIncident(readFileSync(runbook, 'utf8'), table));
console.log(
  `${table}\n\nDrawn: ${folder}/incident.svg, ${folder}/calls.svg; this table is in ${runbook}.`,
);
