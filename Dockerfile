# Crosswalk, its examples and nothing else: no shell, no user who may do anything, nothing written
# outside /data and /tmp.
#
#   docker build -t crosswalk:local .
#   docker run --rm -v crosswalk:/data crosswalk:local ingest /examples/canonical
#   docker run --rm -v crosswalk:/data crosswalk:local ask routes-lacking-read-back
#
# To serve, with Neo4j beside it, see docker-compose.yml.

FROM --platform=$BUILDPLATFORM golang:1.26 AS build
ARG TARGETOS
ARG TARGETARCH
ARG VERSION
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
    CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH \
    go build -trimpath -buildvcs=false -ldflags="-s -w -X main.version=$VERSION" -o /out/crosswalk ./cmd/crosswalk
RUN mkdir /out/empty

FROM scratch
# Authorities, for a Neo4j that is reached by TLS.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /out/crosswalk /usr/bin/crosswalk
COPY --from=build --chown=65532:65532 /out/empty /data
COPY --from=build --chown=65532:65532 /out/empty /tmp
COPY examples /examples
USER 65532:65532
ENV CROSSWALK_STORE=sqlite:/data/crosswalk.db
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/usr/bin/crosswalk"]
