# Node 24 on Debian, by digest: a tag may mean another image tomorrow. For a newer one:
#   docker pull node:24-bookworm-slim
#   docker build --build-arg NODE_IMAGE=$(docker inspect --format '{{index .RepoDigests 0}}' node:24-bookworm-slim) .
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

# The Console and the documentation, built: the service needs only their files.
FROM ${NODE_IMAGE} AS pages
ARG NODE_IMAGE
RUN case "$NODE_IMAGE" in *@sha256:*) ;; *) echo "NODE_IMAGE must have a digest" >&2; exit 1 ;; esac
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY sdk/package.json sdk/
COPY console/package.json console/
COPY site/package.json site/
# Optional packages are in here: the bundler's native parts are.
RUN npm ci --omit=dev --workspace contract --workspace sdk --workspace console --workspace site
COPY tsconfig.json ./
COPY contract contract
COPY sdk sdk
COPY scripts/static-build scripts/static-build
COPY console console
COPY site site
COPY openapi openapi
COPY docs docs
RUN node console/build.ts && node site/build.ts

# The installed tree. node-llama-cpp's binaries are left out: the local engine belongs on machines that have models.
FROM ${NODE_IMAGE} AS install
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY server/bin server/bin
COPY connector/package.json connector/
COPY connector/bin connector/bin
COPY conformance/package.json conformance/
COPY bench/package.json bench/
# The image has its own Node, so the bundled one (an optional dependency) stays out with the rest.
RUN npm ci --omit=dev --omit=optional --workspace contract --workspace connector --workspace server --include-workspace-root

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 SVC_DATA_DIR=/data
WORKDIR /app
# /shared: where several nodes may mount a volume that they share.
RUN install -d -o node -g node -m 0700 /data /shared
COPY --from=install /app/node_modules node_modules
COPY package.json LICENSE ./
COPY contract contract
COPY server server
COPY connector connector
COPY --from=pages /app/console/dist console/dist
COPY --from=pages /app/site/dist site/dist
# `node`, by its number: Kubernetes takes no name for a user without privileges.
USER 1000:1000
# All that is written is here, and in /tmp: run it with --read-only --tmpfs /tmp.
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the process: it gets SIGTERM and drains. The grace period must exceed drain_seconds (30 by default).
STOPSIGNAL SIGTERM
# Not by `node`: the program says how large the young generation of its memory may be.
CMD ["server/bin/svc.js", "start"]
