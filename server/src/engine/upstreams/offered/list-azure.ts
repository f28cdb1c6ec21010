import { EngineFault } from '../../events.ts';
import { listOpenAi } from './list-openai.ts';
import type { OfferedModel } from './offered-model.ts';
import { entriesOf, type ListReader, nameIn, readPage, textIn } from './read-page.ts';

/** The last version of the API that lists deployments with a key of the resource. */
const DEPLOYMENTS = '/openai/deployments?api-version=2023-03-15-preview';

/** The deployments of a resource; where it does not list them, the models that it can deploy. */
export async function listAzure(reader: ListReader): Promise<OfferedModel[]> {
  try {
    return entriesIn(await readPage(reader, DEPLOYMENTS));
  } catch (error) {
    // A credential that is refused here is refused there.
    const isMissing = error instanceof EngineFault && (error.status === 404 || error.status === 400);
    if (!isMissing) throw error;
    return listOpenAi(reader, '/openai/v1/models');
  }
}

function entriesIn(page: Awaited<ReturnType<typeof readPage>>): OfferedModel[] {
  return entriesOf(page, 'data').flatMap((entry) => {
    const model = nameIn(entry, 'id');
    // Being made, or failed.
    const isReady = (textIn(entry, 'status') ?? 'succeeded') === 'succeeded';
    return model === undefined || !isReady ? [] : [{ model, baseModel: nameIn(entry, 'model') }];
  });
}
