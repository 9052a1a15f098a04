# syntax=docker/dockerfile:1
# The command `tamis` with its native backend:
#
#   docker build --tag tamis .
#   docker run --rm --interactive tamis reduce < body.json > smaller.json

FROM rust:1.95.0-slim-bookworm AS rust

FROM node:20.20.2-bookworm-slim AS build
RUN apt-get update \
  && apt-get install --yes --no-install-recommends gcc libc6-dev \
  && rm -rf /var/lib/apt/lists/*
COPY --from=rust /usr/local/rustup /usr/local/rustup
COPY --from=rust /usr/local/cargo /usr/local/cargo
ENV RUSTUP_HOME=/usr/local/rustup CARGO_HOME=/usr/local/cargo PATH=/usr/local/cargo/bin:$PATH
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY Cargo.toml Cargo.lock tsconfig.json LICENSE README.md CHANGELOG.md ./
COPY crates crates
COPY packaging packaging
COPY ts ts
# The build writes one of them, and they come with the package.
COPY docs docs
# Both packages of a release, laid out as npm installs them, with the production dependencies beside, and the optional packages
# that a gateway with Redis, a ledger or a store of originals needs.
RUN npm run build \
  && npm run pack:release \
  && node packaging/image-packages.mjs \
  && npm ci --ignore-scripts --omit=dev \
  && mkdir -p /opt/tamis/node_modules \
  && cp -R node_modules/. /opt/tamis/node_modules/ \
  && cp -R build/release/tamis /opt/tamis/node_modules/tamis \
  && triple="$(node -p 'require("fs").readdirSync("ts/binding").find((file) => file.endsWith(".node")).split(".")[1]')" \
  && cp -R "build/release/npm/$triple" "/opt/tamis/node_modules/tamis-$triple"

FROM node:20.20.2-bookworm-slim
ENV NODE_ENV=production
COPY --from=build /opt/tamis /opt/tamis
RUN ln -s /opt/tamis/node_modules/tamis/dist/cli/main.cjs /usr/local/bin/tamis \
  && chmod 755 /opt/tamis/node_modules/tamis/dist/cli/main.cjs \
  && tamis doctor
# By number, so that a cluster can see that it is not root; the base image names it `node`.
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["tamis"]
CMD ["--help"]
