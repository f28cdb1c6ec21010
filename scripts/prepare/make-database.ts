import { createLog } from '../../server/src/kit/index.ts';
import { makePreparedDatabase } from '../../server/src/store/index.ts';

await makePreparedDatabase(createLog('warn'));
