#include "unit/facade/fixture.hpp"

#include <thread>

using namespace gpuplan;
using test::k_day;
using test::printed_by_program;
using test::ScratchFolder;
using test::value_of;

namespace {

/// Two providers that sell the same chip, one by the device.
test::World two_sellers() {
  return {.chips = {{}},
          .regions = {{}, {.provider = "borea", .country_code = "SE", .groups = "eu"}},
          .machines = {{}, {.provider = "borea", .type = "kite.1", .devices = "1"}},
          .prices = {{}, {.provider = "borea", .type = "kite.1", .hourly = "3"}}};
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines)
    text += line + '\n';
  return text;
}

} // namespace

TEST_CASE("an answer is the program's, byte for byte", "[facade]") {
  const ScratchFolder folder;
  const auto world = test::write_world(folder, two_sellers());
  const auto file = folder.write("job.yaml",
                                 "name: own\nmodel: llama-3.1-8b\ndata: {tokens: 50M}\n"
                                 "constraints: {providers: [alba, borea]}\n");
  const auto rules = folder.write(
      "rules.yaml", "rules:\n  - {id: own.devices, check: 'gpus_total <= 4', level: require}\n");
  const auto catalog = value_of(Catalog::load({world}));
  const std::vector<std::string> program{
      "recommend", file, "--catalog", world, "--as-of", "2026-11-30", "-o", "json"};
  const auto printed_with = [&](const std::vector<std::string>& more) {
    auto arguments = program;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return printed_by_program(arguments);
  };
  const auto planned = [&](const Job& job, const Options& options) {
    return value_of(catalog.plan(job, k_day, options)).json();
  };

  const Job job{.file = file};
  const auto plain = printed_with({});
  CHECK(plain.find("\"plan\": \"borea/kite.1@east-1\"") != std::string::npos);
  CHECK(planned(job, {}) == plain);
  CHECK(planned(job, {.rows = Rows::every}) == printed_with({"--all"}));
  CHECK(planned(job, {.rows = Rows::lines_old}) == printed_with({"--old"}));
  CHECK(planned(job, {.lines = 1}) == printed_with({"--top", "1"}));
  const auto ruled = printed_with({"--rules", rules});
  CHECK(ruled != plain);
  CHECK(planned(job, {.rule_files = {rules}}) == ruled);
  const auto strict = printed_with({"--strict"});
  CHECK(planned(job, {.unknown_facts = UnknownFacts::left_out}) == strict);
  CHECK(planned(job, {.currency = "EUR", .exchange_rates = {"EUR=1.08USD@2026-11-28"}}) ==
        printed_with({"--currency", "EUR", "--fx", "EUR=1.08USD@2026-11-28"}));
  CHECK(planned({.file = file, .keys = {{"batch.global", "128"}}}, {}) ==
        printed_with({"--set", "batch.global=128"}));
}

TEST_CASE("an explanation is the program's, byte for byte", "[facade]") {
  const ScratchFolder folder;
  const auto world = test::write_world(folder, two_sellers());
  const auto catalog = value_of(Catalog::load({world}));
  const auto answer = value_of(catalog.plan({.keys = {{"model", "llama-3.1-8b"},
                                                      {"data.tokens", "50M"},
                                                      {"constraints.providers", "alba,borea"}}},
                                            k_day,
                                            {.lines = 1}));
  const std::vector<std::string> program{"explain",
                                         "borea/kite.1",
                                         "--set",
                                         "model=llama-3.1-8b",
                                         "--set",
                                         "data.tokens=50M",
                                         "--set",
                                         "constraints.providers=alba,borea",
                                         "--catalog",
                                         world,
                                         "--as-of",
                                         "2026-11-30"};
  const auto explanation = value_of(answer.explain("borea/kite.1"));
  CHECK(joined(explanation.lines) == printed_by_program(program));
  auto as_json = program;
  as_json.insert(as_json.end(), {"-o", "json"});
  CHECK(explanation.json == printed_by_program(as_json));
  REQUIRE(explanation.plan.has_value());
  CHECK(explanation.plan->reference == "borea/kite.1@east-1");
}

TEST_CASE("an explained plan has its rank and its pick among all", "[facade]") {
  const ScratchFolder folder;
  const auto catalog = value_of(Catalog::load({test::write_world(folder, two_sellers())}));
  const auto answer = value_of(catalog.plan({.keys = {{"model", "llama-3.1-8b"},
                                                      {"data.tokens", "50M"},
                                                      {"constraints.providers", "alba,borea"}}},
                                            k_day,
                                            {.rows = Rows::every}));
  REQUIRE(answer.plans().size() >= 2);
  for (const auto& plan : answer.plans()) {
    const auto explanation = value_of(answer.explain(plan.reference));
    REQUIRE(explanation.plan.has_value());
    CHECK(explanation.plan->reference == plan.reference);
    CHECK(explanation.plan->rank == plan.rank);
    CHECK(explanation.plan->total.value == plan.total.value);
  }
}

TEST_CASE("a plan that was left out is explained by its reasons", "[facade]") {
  const ScratchFolder folder;
  const auto catalog = value_of(Catalog::load({test::write_world(folder, two_sellers())}));
  const auto answer = value_of(catalog.plan(
      {.keys = {{"model", "llama-3.1-8b"}, {"data.tokens", "50M"}, {"constraints.places", "eu"}}},
      k_day));
  const auto explanation = value_of(answer.explain("alba/kite.8@east-1"));
  CHECK_FALSE(explanation.plan.has_value());
  REQUIRE(explanation.json.has_value());
  CHECK(explanation.json->find("\"result\": null") != std::string::npos);
  CHECK(explanation.json->find("\"reason\": \"policy.place\"") != std::string::npos);
  CHECK(joined(explanation.lines).find("alba/kite.8@east-1 is not recommended") == 0);
}

TEST_CASE("a reference that means nothing is a fault", "[facade]") {
  const auto answer =
      value_of(value_of(Catalog::load())
                   .plan({.keys = {{"model", "llama-3.1-8b"}, {"data.tokens", "50M"}}}, k_day));
  const auto unknown = answer.explain("aws/p5.49xlarge");
  CHECK_FALSE(unknown.has_value());
  CHECK(unknown.diagnostics().front().hint.find("p5.48xlarge") != std::string::npos);
  CHECK_FALSE(answer.explain("").has_value());
}

TEST_CASE("threads that share a catalog get the same bytes", "[facade]") {
  const ScratchFolder folder;
  const auto catalog = value_of(Catalog::load({test::write_world(folder, two_sellers())}));
  const auto plan = [&](std::string& json) {
    const Job job{.keys = {{"model", "llama-3.1-8b"},
                           {"data.tokens", "50M"},
                           {"constraints.providers", "alba,borea"}}};
    if (const auto answer = catalog.plan(job, k_day))
      json = answer->json();
  };
  std::string first;
  std::string second;
  std::thread one(plan, std::ref(first));
  std::thread two(plan, std::ref(second));
  one.join();
  two.join();
  CHECK_FALSE(first.empty());
  CHECK(first == second);
}
