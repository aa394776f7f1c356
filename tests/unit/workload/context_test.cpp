#include "unit/workload/job_fixture.hpp"

// Requests and the context of a model.

using namespace gpuplan;
using test::job;

TEST_CASE("a request beyond the context of its model is refused", "[workload]") {
  struct Case {
    std::string yaml;
    std::string met; ///< empty: it is taken
  };

  const auto cases = std::vector<Case>{
      {"model: llama-3.1-8b\nkind: serve\nserve: {input_tokens: 131000, output_tokens: 72}", ""},
      {"model: llama-3.1-8b\nkind: serve\nserve: {input_tokens: 131000, output_tokens: 73}",
       "met 131073 tokens a request (131000 of prompt, 73 of reply), expected at most 131072"},
      {"model: llama-3.1-8b\nkind: serve\nserve: {input_tokens: 200000}",
       "met 200256 tokens a request (200000 of prompt, 256 of reply), expected at most 131072"},
      {"model: llama-3.1-8b\nkind: batch-inference\nserve: {output_tokens: 140000}",
       "met 140512 tokens a request (512 of prompt, 140000 of reply), expected at most 131072"},
      {"model: llama-3.1-8b\nkind: serve\nserve: {input_tokens: 200000, max_context: 201000}", ""},
      {"model: llama-3.1-8b\nkind: serve\nserve: {input_tokens: 9000, max_context: 8192}",
       "expected at most 8192"},
      {"model: bert-large\nkind: serve\nserve: {input_tokens: 4096}", "expected at most 512"},
  };
  for (const auto& one : cases) {
    CAPTURE(one.yaml);
    const auto read = job(one.yaml);
    CHECK(read.built.has_value() == one.met.empty());
    if (!one.met.empty()) {
      CHECK(read.messages.find(one.met) != std::string::npos);
      CHECK(read.messages.find("--max-context") != std::string::npos);
      CHECK(read.diagnostics.front().code == "WRK041");
    }
  }
}

TEST_CASE("lengths that nobody states stay within the context", "[workload]") {
  const auto retrieved = job("model: llama-2-7b\nserve: {profile: rag, rps: 1}");
  CHECK(retrieved.get().demand.serving.input_tokens == 4096 - 256);
  CHECK(retrieved.assumed("input_tokens") == "3840");
  const auto full = job("model: llama-2-7b\nserve: {input_tokens: 4000, rps: 1}");
  CHECK(full.get().demand.serving.output_tokens == 96);
}
