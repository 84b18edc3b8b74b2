/** The settings that say where a stage is. */
interface StageRegions {
  readonly homeRegion: string | undefined;
  readonly replicaRegions: readonly string[];
  readonly strongConsistency: boolean;
  readonly witnessRegion: string | undefined;
  readonly domainName: string | undefined;
  readonly certificateArn: readonly string[];
}

/** The regions where a stage answers requests, its home first. Unknown, so empty, without a homeRegion. */
export function servingRegions({ homeRegion, replicaRegions }: StageRegions): string[] {
  return homeRegion === undefined ? [] : [homeRegion, ...replicaRegions];
}

/** The domain of a stack, with the certificate of its region. A stage without a homeRegion has one at most. */
export function domainIn(
  region: string | undefined,
  { domainName: name, certificateArn: arns }: StageRegions,
) {
  const certificateArn = arns.find((arn) => region === undefined || regionOf(arn) === region);
  return name === undefined || certificateArn === undefined ? undefined : { name, certificateArn };
}

/** Why these settings contradict each other; undefined if they do not. */
export function regionProblem(settings: StageRegions): string | undefined {
  const { homeRegion, replicaRegions } = settings;
  if (homeRegion === undefined && replicaRegions.length > 0) {
    return 'replicaRegions needs a homeRegion: without one, no API would serve the replicas';
  }
  if (homeRegion !== undefined && replicaRegions.includes(homeRegion)) {
    return `replicaRegions must not contain the homeRegion, ${homeRegion}`;
  }
  const partitions = regionsOfTables(settings).map((region) => partition.exec(region)?.[0]);
  if (new Set(partitions).size > 1) return 'all regions must be in one partition of AWS';
  return certificateProblem(settings) ?? consistencyProblem(settings);
}

function certificateProblem(settings: StageRegions): string | undefined {
  const { domainName, certificateArn, homeRegion } = settings;
  if ((domainName === undefined) !== (certificateArn.length === 0)) {
    return 'domainName and certificateArn need each other';
  }
  if (homeRegion === undefined) {
    return certificateArn.length > 1 ? 'several certificates need a homeRegion' : undefined;
  }
  const regions = servingRegions(settings);
  const named = certificateArn.map(regionOf).toSorted();
  return named.length === 0 || named.join() === regions.toSorted().join()
    ? undefined
    : `certificateArn must name one certificate in each of ${regions.join(', ')}`;
}

function regionsOfTables(settings: StageRegions): string[] {
  return [...servingRegions(settings), settings.witnessRegion ?? []].flat();
}

// No table of one has a replica in another.
const partition = /^(cn|eusc|us-gov|\w+-iso\w*)-/;

// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-dynamodb-globaltable-globaltablewitness.html
const regionSet = /^(us)-(?:east-[12]|west-2)$|^(eu)-(?:west-[123]|central-1)$|^(ap-northeast)-/;

/** The rules of DynamoDB: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html */
function consistencyProblem(settings: StageRegions): string | undefined {
  const { homeRegion, replicaRegions, strongConsistency, witnessRegion } = settings;
  if (!strongConsistency) {
    return witnessRegion === undefined ? undefined : 'witnessRegion needs strongConsistency';
  }
  if (homeRegion === undefined) return 'strongConsistency needs a homeRegion';
  const regions = regionsOfTables(settings);
  if (replicaRegions.length === 0 || regions.length !== 3 || new Set(regions).size !== 3) {
    return 'strongConsistency needs three regions: homeRegion with two replicaRegions, or with one and a witnessRegion';
  }
  // A region of no known set is perhaps new, so DynamoDB decides.
  const sets = regions.flatMap((region) => regionSet.exec(region)?.slice(1).join('') ?? []);
  return new Set(sets).size > 1
    ? 'strongConsistency needs regions of one set of DynamoDB; docs/REGIONS.md has the sets'
    : undefined;
}

function regionOf(arn: string): string | undefined {
  return arn.split(':')[3];
}
