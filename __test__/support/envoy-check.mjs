// A check of Envoy's configuration by Envoy's own messages, which are a package for Go: no Envoy is needed.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { debianProgram, run } from "./tools.mjs";

const ENVOY_API = "v1.35.0";

/** Reads a file of Envoy's by its own messages, unknown fields refused, and checks what these demand. */
const ENVOY_CHECK = `package main

import (
	"fmt"
	"os"

	bootstrap "github.com/envoyproxy/go-control-plane/envoy/config/bootstrap/v3"
	_ "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/router/v3"
	hcm "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	"google.golang.org/protobuf/encoding/protojson"
)

func check(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	var config bootstrap.Bootstrap
	check(protojson.Unmarshal(text, &config))
	check(config.ValidateAll())
	for _, listener := range config.GetStaticResources().GetListeners() {
		for _, chain := range listener.GetFilterChains() {
			for _, filter := range chain.GetFilters() {
				var manager hcm.HttpConnectionManager
				check(filter.GetTypedConfig().UnmarshalTo(&manager))
				check(manager.ValidateAll())
			}
		}
	}
}
`;

/** A program that takes a file of Envoy's as JSON; built once, kept under `target/tools`. */
export async function envoyCheck({ root, log }) {
  const folder = join(root, "target/tools/envoy-check", ENVOY_API);
  const program = join(folder, "envoy-check");
  if (existsSync(program)) return program;
  await debianProgram({ program: "go", arg: "version", name: "golang", log });
  log(`building a check by Envoy's API ${ENVOY_API}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "main.go"), ENVOY_CHECK);
  writeFileSync(join(folder, "go.mod"), "module check\n\ngo 1.23\n");
  const go = (...args) => run("go", args, { cwd: folder });
  await go("get", `github.com/envoyproxy/go-control-plane/envoy@${ENVOY_API}`);
  await go("mod", "tidy");
  await go("build", "-o", program, ".");
  return program;
}
