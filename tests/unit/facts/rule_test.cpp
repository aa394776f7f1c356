#include "facts/print.hpp"
#include "facts/rule_reader.hpp"
#include "support/catch.hpp"
#include "support/source_text.hpp"

#include <fstream>
#include <sstream>

using namespace gpuplan;
using namespace gpuplan::facts;

namespace {

source::Document document_of(const std::string& yaml) {
  core::DiagnosticSink sink;
  auto document = read_yaml(test::source_text(yaml, "rules.yaml"), source::k_yaml_limits, sink);
  INFO(test::rendered(sink));
  REQUIRE(document.has_value());
  return std::move(*document);
}

std::string faults_of(const std::string& yaml, RuleSet rules = {}) {
  core::DiagnosticSink sink;
  add_rules(rules, document_of(yaml), sink);
  return test::rendered(sink);
}

RuleSet rules_of(const std::string& yaml) {
  RuleSet rules;
  core::DiagnosticSink sink;
  add_rules(rules, document_of(yaml), sink);
  INFO(test::rendered(sink));
  REQUIRE_FALSE(sink.failed());
  return rules;
}

constexpr const char* k_network_rule = R"(rules:
  - id: bandwidth.multi-node-network
    applies: nodes > 1 && nodes <= 8
    check: network_gbps >= 100
    level: warn
    message: only {network_gbps} per host between {nodes} nodes
    source: a test
)";

} // namespace

TEST_CASE("a rule has four outcomes", "[facts][rule]") {
  const RuleSet rules = rules_of(k_network_rule);
  const Rule& rule = rules.rules().front();
  CHECK(rule.corner == Corner::bandwidth);
  CHECK(rule.level == Level::warn);
  CHECK(rule.stage() == Stage::layout);
  FactValues values;
  values.set(FactId::nodes, 1);
  CHECK(evaluate(rule, values).outcome == Outcome::not_applicable);
  values.set(FactId::nodes, 2);
  CHECK(evaluate(rule, values).outcome == Outcome::unknown);
  CHECK(evaluate(rule, values).missing == "network_gbps");
  values.set(FactId::network_gbps, 25);
  CHECK(evaluate(rule, values).outcome == Outcome::fail);
  CHECK(rule.message.fill(values) == "only 25 Gbit/s per host between 2 nodes");
  values.set(FactId::network_gbps, 100);
  CHECK(evaluate(rule, values).outcome == Outcome::pass);
  CHECK(evaluate(rule, values).missing.empty());
}

TEST_CASE("a rule that may not apply passes only where its check does", "[facts][rule]") {
  const RuleSet rules = rules_of(k_network_rule);
  FactValues values;
  values.set(FactId::network_gbps, 25);
  CHECK(evaluate(rules.rules().front(), values).outcome == Outcome::unknown);
  CHECK(evaluate(rules.rules().front(), values).missing == "nodes");
  values.set(FactId::network_gbps, 400);
  CHECK(evaluate(rules.rules().front(), values).outcome == Outcome::pass);
}

TEST_CASE("a rule may accept or reject what is unknown", "[facts][rule]") {
  const RuleSet rules = rules_of("rules:\n"
                                 "  - {id: a, check: ecc, unknown: accept}\n"
                                 "  - {id: b, check: ecc, unknown: reject}\n"
                                 "  - {id: c, check: ecc, unknown: default}\n");
  const FactValues values;
  const auto accepted = evaluate(*rules.find("a"), values);
  CHECK(accepted.outcome == Outcome::pass);
  CHECK(accepted.missing == "ecc");
  CHECK(evaluate(*rules.find("b"), values).outcome == Outcome::fail);
  CHECK(evaluate(*rules.find("b"), values).missing == "ecc");
  CHECK(evaluate(*rules.find("c"), values).outcome == Outcome::unknown);
}

TEST_CASE("a later file changes single fields of a rule, or switches it off", "[facts][rule]") {
  RuleSet rules = rules_of(k_network_rule);
  core::DiagnosticSink sink;
  add_rules(rules,
            document_of("rules: [{id: bandwidth.multi-node-network, check: network_gbps >= 400}]"),
            sink);
  REQUIRE_FALSE(sink.failed());
  REQUIRE(rules.rules().size() == 1);
  CHECK(rules.rules()[0].check.text() == "network_gbps >= 400");
  CHECK(rules.rules()[0].level == Level::warn);
  CHECK(rules.rules()[0].applies->text() == "nodes > 1 && nodes <= 8");
  CHECK(rules.at(Stage::layout).size() == 1);
  add_rules(rules, document_of("rules: [{id: bandwidth.multi-node-network, level: off}]"), sink);
  REQUIRE_FALSE(sink.failed());
  CHECK(rules.rules()[0].disabled);
  CHECK(rules.at(Stage::layout).empty());
  add_rules(
      rules, document_of("rules: [{id: bandwidth.multi-node-network, level: require}]"), sink);
  CHECK_FALSE(rules.rules()[0].disabled);
  CHECK(rules.rules()[0].level == Level::require);
  CHECK(rules.switch_off("bandwidth.multi-node-network"));
  CHECK(rules.rules()[0].disabled);
  CHECK_FALSE(rules.switch_off("bandwidth.multi-node"));
}

TEST_CASE("a rule of one's own needs an id and a check", "[facts][rule]") {
  const RuleSet rules = rules_of("rules: [{id: policy.max-gpus, check: gpus_total <= 32}]");
  const Rule& rule = rules.rules().front();
  CHECK(rule.level == Level::require);
  CHECK(rule.corner == Corner::policy);
  CHECK(rule.message.fill({}) == "gpus_total <= 32 does not hold");
}

TEST_CASE("all faults of a rules file are reported at their place", "[facts][rule]") {
  CHECK(
      faults_of("rules:\n"
                "  - id: a\n"
                "    check: network_gbs >= 100\n"
                "    level: wran\n"
                "    mesage: x\n"
                "  - id: b\n"
                "    check: 'ecc = 1'\n"
                "    message: \"{memory_needed} is much\"\n"
                "  - id: B c\n"
                "    check: ecc\n"
                "  - check: ecc\n") ==
      "rules.yaml:3:12: error[FCT002]: met the unknown fact network_gbs\n"
      "  3 |     check: network_gbs >= 100\n"
      "    |            ^^^^^^^^^^^\n"
      "  help: did you mean network_gbps?\n"
      "rules.yaml:4:12: error[SRC035]: met wran for level, expected one of require, warn, prefer, "
      "note, off\n"
      "  4 |     level: wran\n"
      "    |            ^^^^\n"
      "  help: did you mean warn?\n"
      "rules.yaml:5:5: error[SRC031]: met the unknown key mesage in a rule\n"
      "  5 |     mesage: x\n"
      "    |     ^^^^^^\n"
      "  help: did you mean message?\n"
      "rules.yaml:7:17: error[FCT001]: met =, expected an operator\n"
      "  7 |     check: 'ecc = 1'\n"
      "    |                 ^\n"
      "  help: write == to compare\n"
      "rules.yaml:8:16: error[FCT002]: met the unknown fact memory_needed\n"
      "  8 |     message: \"{memory_needed} is much\"\n"
      "    |                ^^^^^^^^^^^^^\n"
      "  help: did you mean memory_needed_gib?\n"
      "rules.yaml:9:9: error[FCT010]: met the rule id B c\n"
      "  9 |   - id: B c\n"
      "    |         ^^^\n"
      "  help: an id has up to 80 small letters, digits, points and hyphens\n"
      "rules.yaml:11:5: error[SRC030]: met a rule without the key id\n"
      "  11 |   - check: ecc\n"
      "     |     ^\n");
}

TEST_CASE("a rule that denies is told that YAML wants it in quotes", "[facts][rule]") {
  CHECK_THAT(faults_of("rules: [{id: a, check: not provider_is(\"azure\")}]"),
             ContainsSubstring("write !, and quotes around the whole: '!…'"));
  CHECK_THAT(faults_of("rules: [{id: a, check: ecc && not mig}]"),
             ContainsSubstring("help: write !\n"));
}

TEST_CASE("a rules file repeats no id and changes no rule that is not there", "[facts][rule]") {
  CHECK_THAT(faults_of("rules: [{id: a, check: ecc}, {id: a, check: mig}]"),
             ContainsSubstring("met the rule a a second time"));
  CHECK(faults_of("rules:\n  - {id: bandwidth.multi-node-netwrk, level: off}\n",
                  rules_of(k_network_rule)) ==
        "rules.yaml:2:5: error[FCT012]: met the rule bandwidth.multi-node-netwrk without a check, "
        "and no rule of this id to change\n"
        "  2 |   - {id: bandwidth.multi-node-netwrk, level: off}\n"
        "    |     ^\n"
        "  help: did you mean bandwidth.multi-node-network?\n");
  CHECK(faults_of("rules: {a: 1}") != "");
  CHECK(faults_of("- a") != "");
  CHECK(faults_of("rule: []") != "");
}

TEST_CASE("a message tells short times in minutes, and figures apart that differ",
          "[facts][message]") {
  const auto filled = [](double time, double deadline) {
    FactValues values;
    values.set(FactId::time_hours, time);
    values.set(FactId::deadline_hours, deadline);
    const auto result = parse_message("{time_hours}, longer than {deadline_hours}");
    return std::get<Message>(result).fill(values);
  };
  CHECK(filled(0.18, 0.1) == "11 min, longer than 6 min");
  CHECK(filled(0.102, 0.1) == "6.1 min, longer than 6 min");
  CHECK(filled(5.0, 0.1) == "5 h, longer than 0.1 h");
  CHECK(filled(48.04, 48) == "48.04 h, longer than 48 h");
  CHECK(filled(0.1, 0.1) == "6 min, longer than 6 min");
}

TEST_CASE("messages print facts with their own unit", "[facts][message]") {
  FactValues values;
  values.set(FactId::memory_needed_gib, 71.25);
  values.set(FactId::memory_utilization, 0.9);
  values.set_text(FactId::accelerator, "h100");
  const auto result = parse_message("{{{accelerator}}} {memory_needed_gib} ({memory_utilization}) "
                                    "{network_gbps}");
  REQUIRE(std::holds_alternative<Message>(result));
  CHECK(std::get<Message>(result).fill(values) == "{h100} 71.2 GiB (90 %) ?");
  CHECK(std::get<Message>(result).facts().size() == 4);
  // An amount is told in the currency of the answer, which needs no rate.
  values.set_currency(*gpuplan::core::Currency::parse("EUR"));
  values.set(FactId::cost_total_usd, 1234.5);
  CHECK(std::get<Message>(parse_message("costs {cost_total_usd}")).fill(values) ==
        "costs 1,234.50 EUR");
  for (const auto* bad : {"{", "}", "a } b", "{nodes", "{node}", "{}", "{nodes:3}"}) {
    CAPTURE(bad);
    CHECK(std::holds_alternative<ExpressionError>(parse_message(bad)));
  }
}

TEST_CASE("a part of a message in brackets goes where a fact in it is unknown",
          "[facts][message]") {
  const auto result = parse_message("after {ttft_ms}[ (allowed {ttft_limit_ms})][[x]], "
                                    "{latency_ms}[ (allowed {latency_limit_ms})]");
  REQUIRE(std::holds_alternative<Message>(result));
  FactValues values;
  values.set(FactId::ttft_ms, 14);
  values.set(FactId::latency_ms, 743);
  values.set(FactId::ttft_limit_ms, 1);
  CHECK(std::get<Message>(result).fill(values) == "after 14 ms (allowed 1 ms)[x], 743 ms");
  for (const auto* bad : {"a [{ttft_ms}", "a {ttft_ms}]", "[a [{ttft_ms}] b]"})
    CHECK(std::holds_alternative<ExpressionError>(parse_message(bad)));
}
