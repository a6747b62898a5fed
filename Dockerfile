# syntax=docker/dockerfile:1
# One server with everything: pages, backend and PostgreSQL. How to run it: docs/operating.md, "Containers".

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
# npm ci patches what it installs.
COPY patches ./patches
COPY scripts/setup.mjs ./scripts/
COPY scripts/setup ./scripts/setup
RUN ["npm", "ci", "--omit=dev", "--include=optional", "--no-audit", "--no-fund"]
COPY . .
RUN ["node", "scripts/setup.mjs", "build"]
# What the image holds stands in scripts/container/image-files.ts.
RUN ["node", "scripts/container/assemble-image.ts", "/image"]

FROM node:24.21.0-bookworm-slim
# PostgreSQL's initdb looks its account up: a number without an entry in /etc/passwd is not enough.
RUN groupadd --gid 10001 reign-tv \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin reign-tv \
  && install --directory --owner=10001 --group=10001 --mode=0700 /data
COPY --from=build /image /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME ["/data"]
EXPOSE 3000 1935
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/main.ts"]
