import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Browsers of the last two years: what the styles use (light-dark, nesting, dialog) is there without translation. */
const BROWSERS = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

/**
 * A first page is made of few files: two of what every page is made of, one of the charts, and its own. By itself the bundler would make
 * fifty of them. They compress worse, name each other, and each has a head of 700 bytes, which took 30 KB of the 200 that a first page may
 * send. A group takes along what its files import, so `main` stands for all that is loaded before it is known which page it is.
 */
const FRAMEWORK =
  /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-router|router-core|history|react-query|query-core|react-store|store))\//;
/** What every call may throw. A group takes all that its files import along: through the library's entry point that would be the whole library. */
const ERRORS = /\/sdk\/src\/(?:core\/error|generated\/errors)/;
const LIBRARY = /\/sdk\/src\//;
const KIT =
  /\/console\/src\/(?:main|ui\/(?:badge|button|class-names|code-block|copy-button|empty-state|error-details|error-state|notice|page|skeleton|link-class|meter|theme|use-document-title|docs-link|form\/form-error|text\/[a-z-]+|overlay\/toast)|api\/(?:client|console-api|day-range|failure|generated\/console-paths|pages|session|sum-usd)|strings\/(?:api|counted|docs|search-names|shell|ui))\.tsx?$/;
const CHARTS =
  /\/console\/src\/(?:ui\/chart\/(?:chart|chart-unit|day-bucket)|resources\/(?:limits\/(?:rate-meter|spend-use)|requests\/request-status))\.tsx?$/;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react(), tailwindcss()],
  build: {
    target: BROWSERS,
    sourcemap: false,
    // A picture inside a style sheet would need `data:` in more of the policy than images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The framework, the router and the query client; a page adds a few kilobytes.
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: new RegExp(`${FRAMEWORK.source}|${ERRORS.source}`) },
            { name: 'library', test: LIBRARY },
            { name: 'kit', test: KIT },
            { name: 'charts', test: CHARTS },
          ],
        },
      },
    },
  },
});
