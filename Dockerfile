# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS build
WORKDIR /platen
COPY package.json package-lock.json .npmrc .puppeteerrc.cjs ./
# Install scripts only fetch another Node and other browsers than the image has.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY server server
COPY db db
COPY plugins plugins
RUN npx tsc -p server/tsconfig.build.json \
  && node server/copy-assets.cjs \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@sparticuz/chromium/bin \
  && find node_modules/@expo-google-fonts -mindepth 2 -type d -path '*/noto-sans-[stjk][cpr]/*' ! -name 400Regular ! -name 700Bold -exec rm -rf {} +

FROM node:24-bookworm-slim
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell fonts-noto-core fonts-noto-cjk tini \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --no-create-home --user-group --home-dir /data --shell /usr/sbin/nologin platen \
  && install -d -o platen -g platen -m 0700 /data
COPY --from=build /platen/node_modules /platen/node_modules
COPY --from=build /platen/dist /platen/dist
COPY server/deploy/platen.config.json /etc/platen/platen.config.json
WORKDIR /platen
ENV NODE_ENV=production \
    PLATEN_CONFIG=/etc/platen/platen.config.json \
    PLATEN_DATA=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000 9464
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9464/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Chromium's processes become children of the first process when their parent dies; tini buries them.
ENTRYPOINT ["tini", "--"]
CMD ["node", "dist/server/main.js"]
