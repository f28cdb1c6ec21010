export * from '@svc/conformance/upstream';
