import type { DeploymentConfig, EngineConfig } from '#config';
import { isGgufFile, LLAMA_INSTALL_COMMAND } from '#engine';
import type { Finding } from './finding.ts';
import { reach } from './reach.ts';

const LLAMA_MODULE = 'node-llama-cpp';

/** One finding per engine: whether its server accepts connections, or its module and file are there. Nothing is asked of a model. */
export function checkEngines(engines: DeploymentConfig['engines']): Promise<Finding[]> {
  return Promise.all(Object.entries(engines).map(([name, engine]) => checkEngine(`engine ${name}`, engine)));
}

async function checkEngine(what: string, engine: EngineConfig): Promise<Finding> {
  switch (engine.type) {
    case 'sandbox':
      return { state: 'ok', what, detail: 'sandbox, built in' };
    case 'llama':
      return checkLlama(what, engine.model_path);
    case 'openai':
    case 'azure-openai':
    case 'anthropic':
    case 'gemini':
    case 'vertex':
      return reach(what, engine.base_url);
  }
}

async function checkLlama(what: string, modelPath: string): Promise<Finding> {
  if (!isInstalled(LLAMA_MODULE)) {
    return {
      state: 'failed',
      what,
      detail: `the module ${LLAMA_MODULE} is not installed: ${LLAMA_INSTALL_COMMAND}`,
    };
  }
  try {
    if (await isGgufFile(modelPath)) return { state: 'ok', what, detail: `llama, ${modelPath}` };
    return {
      state: 'failed',
      what,
      detail: `${modelPath} is not a GGUF file: give model_path the path of one`,
    };
  } catch (error) {
    return {
      state: 'failed',
      what,
      detail: `${modelPath} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    };
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
