import type { OfferedModel } from './offered-model.ts';
import { entriesOf, nameIn, readPage, readPages, textIn, type ListReader, type Page } from './read-page.ts';

const PROFILES = '/inference-profiles?maxResults=1000';

/** What can be called: models on demand by their own ids, and inference profiles, which name the model behind them (D-ENG-32). */
export async function listBedrock(reader: ListReader): Promise<OfferedModel[]> {
  const models = entriesOf(await readPage(reader, '/foundation-models'), 'modelSummaries');
  const profiles = await readPages(reader, PROFILES, (page) => {
    const next = textIn(page, 'nextToken');
    return next === undefined ? undefined : `${PROFILES}&nextToken=${encodeURIComponent(next)}`;
  });
  const kinds = new Map(models.flatMap((entry) => toKind(entry) ?? []));
  const onDemand = models.flatMap((entry) => {
    const model = nameIn(entry, 'modelId') ?? '';
    const kind = kinds.get(model);
    return kind && isOnDemand(entry) ? [{ model, kind }] : [];
  });
  return [...onDemand, ...profiles.flatMap((page) => profilesIn(page, kinds))];
}

type Kind = NonNullable<OfferedModel['kind']>;

/** Undefined for models whose output is neither text nor a vector. */
function toKind(entry: Page): [[string, Kind]] | undefined {
  const model = textIn(entry, 'modelId');
  const outputs = entry['outputModalities'];
  if (model === undefined || !Array.isArray(outputs)) return undefined;
  if (outputs.includes('TEXT')) return [[model, 'chat']];
  return outputs.includes('EMBEDDING') ? [[model, 'embedding']] : undefined;
}

function isOnDemand(entry: Page): boolean {
  const types = entry['inferenceTypesSupported'];
  return !Array.isArray(types) || types.includes('ON_DEMAND');
}

function profilesIn(page: Page, kinds: ReadonlyMap<string, Kind>): OfferedModel[] {
  return entriesOf(page, 'inferenceProfileSummaries').flatMap((entry) => {
    const model = nameIn(entry, 'inferenceProfileId');
    const isActive = (textIn(entry, 'status') ?? 'ACTIVE') === 'ACTIVE';
    const behind = Array.isArray(entry['models']) ? (entry['models'][0] as Page | undefined) : undefined;
    const baseModel = behind && nameIn(behind, 'modelArn')?.split('/').at(-1);
    const kind = baseModel === undefined ? undefined : kinds.get(baseModel);
    return model === undefined || !isActive ? [] : [{ model, baseModel, ...(kind && { kind }) }];
  });
}
