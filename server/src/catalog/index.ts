/** List prices, limits and capabilities of vendors' models, for the command that configures them. */
export { type Catalog, type CatalogModel, loadCatalog, vendorsOf } from './catalog.ts';
export { findModel } from './find-model.ts';
export { modelKind } from './model-kind.ts';
