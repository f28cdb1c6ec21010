import { installAccessibility } from './reference-accessibility.ts';

interface SwaggerRequest {
  url: string;
}
interface Description {
  readonly servers?: readonly { readonly url: string }[];
}
interface SwaggerUi {
  (options: object): unknown;
}
declare const SwaggerUIBundle: SwaggerUi;

const place = document.querySelector<HTMLElement>('#reference')!;

/** The service that has this page describes itself; a copy of the site that lies elsewhere has the file of its build. */
async function chooseDescription(): Promise<{ url: string; isLive: boolean }> {
  const live = place.dataset['description']!;
  const response = await fetch(live, { method: 'HEAD' }).catch(() => undefined);
  return response?.ok ? { url: live, isLive: true } : { url: place.dataset['copy']!, isLive: false };
}

/** Calls go to the service that has this page, whatever its public address is: the key is for nobody else. */
const sameOrigin = {
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec:
          (update: (description: Description) => unknown) =>
          (description: Description): unknown =>
            update({
              ...description,
              servers: (description.servers ?? []).map(({ url }) => ({
                url: location.origin + new URL(url, location.origin).pathname,
              })),
            }),
      },
    },
  },
};

function requireSameOrigin(request: SwaggerRequest): SwaggerRequest {
  if (new URL(request.url, location.href).origin !== location.origin)
    throw new Error('This console sends requests to its own service only.');
  return request;
}

/** Swagger UI has a dark look of its own, by a class. */
function followTheme(): void {
  const root = document.documentElement;
  const systemDark = matchMedia('(prefers-color-scheme: dark)');
  const follow = (): void => {
    const theme = root.dataset['theme'];
    root.classList.toggle('dark-mode', theme ? theme === 'dark' : systemDark.matches);
  };
  follow();
  systemDark.addEventListener('change', follow);
  new MutationObserver(follow).observe(root, { attributeFilter: ['data-theme'] });
}

/** A result of the search names an operation. */
function openSearched(): void {
  const id = new URLSearchParams(location.search).get('operation');
  const operation = id && document.querySelector(`[id$="-${CSS.escape(id)}"].opblock`);
  if (!operation) return;
  operation.querySelector<HTMLElement>('.opblock-summary-control')?.click();
  operation.scrollIntoView();
}

async function showReference(): Promise<void> {
  followTheme();
  installAccessibility(place);
  const { url, isLive } = await chooseDescription();
  SwaggerUIBundle({
    url,
    domNode: place,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    tryItOutEnabled: isLive,
    supportedSubmitMethods: isLive ? ['get', 'put', 'post', 'delete', 'patch'] : [],
    // It would send the description to somebody else.
    validatorUrl: null,
    syntaxHighlight: false,
    plugins: [sameOrigin],
    requestInterceptor: requireSameOrigin,
    onComplete: () => {
      place.ariaBusy = 'false';
      openSearched();
    },
  });
}

void showReference();
