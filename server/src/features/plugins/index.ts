/** Plugins: bundles that an organization manages, with a policy of who has them (platform contract §2.10, §4.9). */
export { pluginsModule } from './plugins-module.ts';
export { deleteInstallations } from './store/member-rows.ts';
