import type { DeploymentConfig, EngineConfig } from '#config';
import type { Finding } from './finding.ts';
import { reach } from './reach.ts';

const LLAMA_MODULE = 'node-llama-cpp';

/** One finding per engine: whether its server accepts connections, or its module is installed. Nothing is asked of a model. */
export function checkEngines(engines: DeploymentConfig['engines']): Promise<Finding[]> {
  return Promise.all(Object.entries(engines).map(([name, engine]) => checkEngine(`engine ${name}`, engine)));
}

async function checkEngine(what: string, engine: EngineConfig): Promise<Finding> {
  switch (engine.type) {
    case 'sandbox':
      return { state: 'ok', what, detail: 'sandbox, built in' };
    case 'llama':
      return isInstalled(LLAMA_MODULE)
        ? { state: 'ok', what, detail: `llama, ${engine.model_path}` }
        : { state: 'failed', what, detail: `the module ${LLAMA_MODULE} is not installed: npm install ${LLAMA_MODULE}` };
    case 'openai':
    case 'anthropic':
      return reach(what, engine.base_url);
  }
}

function isInstalled(module: string): boolean {
  try {
    import.meta.resolve(module);
    return true;
  } catch {
    return false;
  }
}
