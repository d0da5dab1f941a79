# The image holds the program and nothing else; the data lives in a volume. Run it with a read-only root:
#   docker run --read-only --tmpfs /tmp -v touchstone:/data -p 8443:8443 touchstone
#   docker exec CONTAINER touchstone accounts create --name "Acme"
# No first account is made here, so that no key ever lands in a container's log.
FROM node:24-bookworm-slim AS install
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY dashboard/package.json dashboard/
COPY clients/typescript/package.json clients/typescript/
# Optional dependencies stay: the native parts of sharp and esbuild are such. The Node.js that npm brings is left out
# again, because the image has its own.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-*
# The pages take their sentences and rules of input from src, and what those read from tables.
COPY dashboard dashboard
COPY capture capture
COPY src src
COPY tables tables
COPY bin bin
COPY scripts/bundle.js scripts/slim-modules.ts scripts/
RUN node dashboard/build.js && node scripts/bundle.js \
 && rm -rf node_modules/esbuild node_modules/@esbuild node_modules/preact* node_modules/@simplewebauthn/browser
# Other platforms, sources, maps and tests: half of what npm brings. test/image.test.ts runs what is left.
RUN node scripts/slim-modules.ts node_modules

FROM node:24-bookworm-slim
ARG VERSION=0.1.0
ARG COMMIT=
LABEL org.opencontainers.image.title="Touchstone" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$COMMIT"
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin touchstone \
 && mkdir /data && chown touchstone:touchstone /data && chmod 700 /data \
 && ln -s /app/bin/touchstone.js /usr/local/bin/touchstone
WORKDIR /app
COPY --from=install /app/node_modules node_modules
COPY package.json openapi.json LICENSE THIRD-PARTY.md ./
COPY bin bin
COPY src src
COPY tables tables
COPY docs docs
COPY --from=install /app/dist dist
COPY --from=install /app/dashboard/dist dashboard/dist
COPY --from=install /app/capture/dist capture/dist
ENV NODE_ENV=production \
    TOUCHSTONE_BUILD_COMMIT=$COMMIT \
    TOUCHSTONE_DATA_DIR=/data \
    TOUCHSTONE_HOST=0.0.0.0 \
    TOUCHSTONE_FIRST_ACCOUNT=off
# Compiled code shortens a start. A read-only root cannot keep it, and Node.js reads it for the user that wrote it alone.
# This also shows that the image starts. What it made belongs to root, as all code does.
RUN mkdir -p node_modules/.cache/compiled && chown touchstone node_modules/.cache/compiled \
 && export TOUCHSTONE_DATA_DIR=/tmp/first TOUCHSTONE_PORT=0 TOUCHSTONE_LISTS_SYNC=off TOUCHSTONE_METRICS=off \
 && set -- setpriv --reuid=touchstone --regid=touchstone --clear-groups node bin/touchstone.js \
 && { "$@" serve > /tmp/first.log 2>&1 & } \
 && until grep -q '"msg":"serving"' /tmp/first.log || ! kill -0 $!; do sleep 0.2; done \
 && kill $! && wait $! \
 && "$@" lists status > /tmp/first.log \
 && chown -R root:root node_modules/.cache && chmod -R a+rX node_modules/.cache && rm -r /tmp/first /tmp/first.log
USER touchstone
VOLUME /data
EXPOSE 8443
# The certificate may be self-signed and made for another name: only the process's own answer counts here.
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "require('node:https').get({host:'127.0.0.1',port:process.env.TOUCHSTONE_PORT||8443,path:'/health/ready',rejectUnauthorized:false},r=>process.exit(r.statusCode===200?0:1)).on('error',()=>process.exit(1))"]
ENTRYPOINT ["node", "/app/bin/touchstone.js"]
CMD ["serve"]
