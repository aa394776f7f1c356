#include "facts/expression.hpp"
#include "support/catch.hpp"

#include <cmath>

using namespace gpuplan;
using namespace gpuplan::facts;

namespace {

Expression compiled(std::string_view text) {
  auto result = compile(text);
  if (const auto* error = std::get_if<ExpressionError>(&result))
    FAIL(core::render(diagnose(*error, "test", text)));
  return std::get<Expression>(std::move(result));
}

std::string fault_of(std::string_view text, std::span<const std::string_view> allowed = {}) {
  const auto result = compile(text, allowed);
  const auto* error = std::get_if<ExpressionError>(&result);
  return error == nullptr ? "" : core::render(diagnose(*error, "--where", text));
}

/// gpu_count 8, nodes 2, time_hours 3, ecc yes, network_gbps unknown, provider aws.
FactValues some_values() {
  FactValues values;
  values.set(FactId::gpu_count, 8);
  values.set(FactId::nodes, 2);
  values.set_range(FactId::time_hours, 2.5, 3, 4);
  values.set_flag(FactId::ecc, true);
  values.set_unknown(FactId::network_gbps, "the provider does not say");
  values.set_text(FactId::provider, "aws");
  return values;
}

core::Known<double> value_of(std::string_view text) {
  return compiled(text).evaluate(some_values());
}

} // namespace

TEST_CASE("expressions follow the precedence of arithmetic and logic", "[facts][expression]") {
  const auto [text, expected] = GENERATE(table<const char*, double>({
      {"1", 1},
      {"2 + 3 * 4", 14},
      {"(2 + 3) * 4", 20},
      {"8 / 4 / 2", 1},
      {"8 - 4 - 2", 2},
      {"8 - 4 + 2", 6},
      {"2 * 8 / 4 * 2", 8},
      {"-2 + 5", 3},
      {"5 - -2", 7},
      {"5 * -2", -10},
      {"-(2 + 3)", -5},
      {"-2 < 1", 1},
      {"1<-2", 0},
      {"1 + 1 == 2", 1},
      {"2 != 2", 0},
      {"2 >= 2", 1},
      {"1 <= 0", 0},
      {"!0", 1},
      {"!3", 0},
      {"!0 && !0", 1},
      {"1 || 0 && 0", 1},
      {"1 && !0 || 0", 1},
      {"1 < 2 && 2 < 3", 1},
      {"(1 < 2) == (2 < 3)", 1},
      {"if(1, 2, 3)", 2},
      {"if(0, 2, 3)", 3},
      {"if(1 < 2 && 2 < 3, 1 + 1, 0)", 2},
      {"min(3, 1, 2)", 1},
      {"max(3, 1, -2) + 1", 4},
      {"ceil(2.1)", 3},
      {"floor(-2.1)", -3},
      {"min(max(1, 2), if(0, 9, 8))", 2},
      {"min(5, 4, max(3, 2, 1), 6, if(0, 0, 7))", 3},
      {"2 * -(3 + 1) - -1", -7},
      {"-2 * -3 / -6", -1},
      {"!(1 < 2) == 0 && -1 < 0 || 0", 1},
      {"((((2))) + ((3) * (4 - (1))))", 11},
      {"1e3 + 2.5E-1", 1000.25},
      {"gpu_count * nodes", 16},
      {"nodes*gpu_count>8&&ecc", 1},
      {"time_hours_high - time_hours_low", 1.5},
      {"gpu_count + gpu_count / gpu_count", 9},
      {"provider_is(\"aws\") + provider_is( \"gcp\" )", 1},
      {"!provider_is(\"g*\")", 1},
      {"provider_is(\"AWS\")", 1},
      {"provider_is(\"awsx\")", 0},
      {"provider_is(\"aw\")", 0},
  }));
  CAPTURE(text);
  CHECK(value_of(text).value() == expected);
}

TEST_CASE("logic over unknown has three values", "[facts][expression]") {
  constexpr double k_unknown = -99;
  const auto [text, expected] = GENERATE_COPY(table<const char*, double>({
      {"network_gbps", k_unknown},
      {"network_gbps != 5", k_unknown},
      {"network_gbps == 5", k_unknown},
      {"network_gbps == network_gbps", k_unknown},
      {"network_gbps < 5", k_unknown},
      {"5 >= network_gbps", k_unknown},
      {"network_gbps && 0", 0},
      {"0 && network_gbps", 0},
      {"network_gbps && 1", k_unknown},
      {"network_gbps || 1", 1},
      {"1 || network_gbps", 1},
      {"network_gbps || 0", k_unknown},
      {"network_gbps || network_gbps", k_unknown},
      {"!network_gbps", k_unknown},
      {"-network_gbps", k_unknown},
      {"network_gbps * 0", k_unknown},
      {"network_gbps - network_gbps", k_unknown},
      {"0 / network_gbps", k_unknown},
      {"if(network_gbps, 1, 1)", k_unknown},
      {"if(1, 2, network_gbps)", 2},
      {"if(0, 2, network_gbps)", k_unknown},
      {"min(1, network_gbps)", k_unknown},
      {"max(network_gbps, 1)", k_unknown},
      {"ceil(network_gbps)", k_unknown},
      {"floor(network_gbps)", k_unknown},
      {"1 / (nodes - 2)", k_unknown},
      {"0 / (nodes - 2)", k_unknown},
      {"1 / (nodes - 2) > 5 || nodes == 2", 1},
      {"1e300 * nodes * 1e300", k_unknown},
      {"region_is(\"us-east-1\")", k_unknown},
      {"region_is(\"us-east-1\") || provider_is(\"aws\")", 1},
      {"region_is(\"us-east-1\") && provider_is(\"gcp\")", 0},
  }));
  CAPTURE(text);
  const auto value = value_of(text);
  CHECK(value.known() == (expected > k_unknown));
  CHECK(value.value_or(k_unknown) == expected);
}

TEST_CASE("an unknown result names the missing fact and its reason", "[facts][expression]") {
  const auto values = some_values();
  const auto bandwidth = compiled("nodes > 1 && network_gbps >= 100");
  CHECK(bandwidth.evaluate(values).why_unknown() == "the provider does not say");
  CHECK(bandwidth.first_unknown(values) == "network_gbps");
  CHECK(compiled("region_is(\"eu-*\")").first_unknown(values) == "region");
  CHECK(compiled("in_place(\"eu\")").first_unknown(values) == "place");
  CHECK(compiled("cost_total_cny < 5").first_unknown(values) == "cost_total_cny");
  CHECK(compiled("1 / (nodes - 2)").evaluate(values).why_unknown() == "a division by zero");
  CHECK(compiled("nodes").first_unknown(values).empty());
}

TEST_CASE("text facts, labels and places are tested with globs", "[facts][expression]") {
  struct Europe final : PlaceMatcher {
    core::Known<bool> in_place(std::string_view place, const FactValues& values) const override {
      return values.text(FactId::country).transform([&](std::string_view country) {
        return place == "eu" && country == "DE";
      });
    }
  };

  const Europe europe;
  const std::vector<std::pair<std::string, std::string>> labels{{"team", "nlp"}};
  FactValues values;
  values.set_text(FactId::accelerator, "h100-sxm-80gb");
  values.set_labels(labels);
  values.set_place_matcher(&europe);
  CHECK(compiled("accelerator_is(\"H100*\")").evaluate(values).value() == 1);
  CHECK(compiled("accelerator_is(\"h100\")").evaluate(values).value() == 0);
  CHECK(compiled("label_is(\"team=nl?\")").evaluate(values).value() == 1);
  CHECK(compiled("label_is(\"team=cv\")").evaluate(values).value() == 0);
  CHECK(compiled("label_is(\"owner=x\")").evaluate(values).value() == 0);
  CHECK(compiled("label_is(\"owner=\")").evaluate(values).value() == 0);
  CHECK_FALSE(compiled("in_place(\"eu\")").evaluate(values).known());
  values.set_text(FactId::country, "DE");
  CHECK(compiled("in_place(\"eu\")").evaluate(values).value() == 1);
  CHECK(compiled("in_place(\"us\")").evaluate(values).value() == 0);
}

TEST_CASE("money in another currency needs its rate", "[facts][expression]") {
  FactValues values;
  values.set(FactId::cost_total_usd, 100);
  const auto dear = compiled("cost_total_cny > 700");
  CHECK(dear.evaluate(values).why_unknown() == "no dated rate of this currency");
  values.set_rate(*core::Currency::parse("CNY"), 7.25);
  CHECK(dear.evaluate(values).value() == 1);
  CHECK(compiled("cost_total_usd").evaluate(values).value() == 100);
}

TEST_CASE("an expression knows its names and stage", "[facts][expression]") {
  const auto rule = compiled("nodes > 1 && provider_is(\"aws\") && nodes < 8 && label_is(\"a=b\")");
  CHECK(std::vector<std::string>(rule.names().begin(), rule.names().end()) ==
        std::vector<std::string>{"nodes", "provider", "label.a"});
  CHECK(rule.stage() == Stage::offer);
  CHECK(compiled("time_hours_high > 3").stage() == Stage::estimate);
  CHECK(compiled("gpu_count").stage() == Stage::shape);
  CHECK(compiled("1").stage() == Stage::shape);
  CHECK(rule.text() == "nodes > 1 && provider_is(\"aws\") && nodes < 8 && label_is(\"a=b\")");
}

TEST_CASE("an expression tells the upper bounds it rests on", "[facts][expression]") {
  struct Case {
    std::string_view text;
    std::vector<std::pair<FactId, double>> bounds;
  };

  const std::vector<Case> cases{
      {"tpot_ms <= 20", {{FactId::tpot_ms, 20}}},
      {"5 * 1000 >= ttft_ms", {{FactId::ttft_ms, 5000}}},
      {"tpot_ms <= 20 && gpu_count >= 4 && (ttft_ms <= 500 && ecc)",
       {{FactId::tpot_ms, 20}, {FactId::ttft_ms, 500}}},
      {"tpot_ms >= 20", {}},
      {"tpot_ms == 20", {}},
      {"tpot_ms <= 20 || gpu_count >= 4", {}},
      {"!(tpot_ms <= 20)", {}},
      {"if(ecc, tpot_ms <= 20, tpot_ms <= 30)", {}},
      {"2 * tpot_ms <= 20", {}},
      {"(tpot_ms <= 20) + 1", {}},
      {"tpot_ms <= ttft_ms", {}},
      {"ecc", {}},
  };
  for (const auto& each : cases) {
    CAPTURE(each.text);
    std::vector<std::pair<FactId, double>> bounds;
    for (const auto& bound : compiled(each.text).upper_bounds())
      bounds.emplace_back(bound.fact.id, bound.most);
    CHECK(bounds == each.bounds);
  }
  const auto strict = compiled("tpot_ms < 20 && 30 > ttft_ms").upper_bounds();
  REQUIRE(strict.size() == 2);
  for (const auto& bound : strict) {
    const double number = bound.fact.id == FactId::tpot_ms ? 20 : 30;
    CHECK(bound.most < number);
    CHECK(bound.most > number * (1 - 1e-12));
  }
}

TEST_CASE("a copy of an expression is independent", "[facts][expression]") {
  auto original = std::make_unique<Expression>(compiled("nodes + 1"));
  Expression copy = *original;
  original.reset();
  CHECK(copy.evaluate(some_values()).value() == 3);
  copy = compiled("nodes + 2");
  CHECK(copy.evaluate(some_values()).value() == 4);
}

TEST_CASE("faults of expressions point at their place", "[facts][expression]") {
  const auto [text, expected] = GENERATE(table<const char*, const char*>({
      {"nodes = 3",
       "--where:1:7: error[FCT001]: met =, expected an operator\n"
       "  1 | nodes = 3\n"
       "    |       ^\n"
       "  help: write == to compare\n"},
      {"gpu_memory_gb >= 80",
       "--where:1:1: error[FCT002]: met the unknown fact gpu_memory_gb\n"
       "  1 | gpu_memory_gb >= 80\n"
       "    | ^^^^^^^^^^^^^\n"
       "  help: did you mean gpu_memory_gib?\n"},
      {"nodes > 1 ? 2 : 3",
       "--where:1:11: error[FCT001]: met ?, expected an operator\n"
       "  1 | nodes > 1 ? 2 : 3\n"
       "    |           ^\n"
       "  help: write if(condition, then, else)\n"},
      {"host_memory_gib >= 80GiB",
       "--where:1:20: error[FCT001]: met 80GiB, expected a plain number\n"
       "  1 | host_memory_gib >= 80GiB\n"
       "    |                    ^^^^^\n"
       "  help: amounts are plain numbers in the unit of the fact's name\n"},
      {"provider == \"aws\"",
       "--where:1:1: error[FCT004]: met provider, which is a text, expected a number\n"
       "  1 | provider == \"aws\"\n"
       "    | ^^^^^^^^\n"
       "  help: write provider_is(\"…\")\n"},
      {"nodes == \"é\"",
       "--where:1:10: error[FCT001]: met a text, expected a number or a fact\n"
       "  1 | nodes == \"é\"\n"
       "    |          ^\n"
       "  help: texts stand in tests alone, such as provider_is(\"aws\")\n"},
      {"1 < nodes < 8",
       "--where:1:11: error[FCT001]: met a second comparison < of one value\n"
       "  1 | 1 < nodes < 8\n"
       "    |           ^\n"
       "  help: join comparisons with &&, or use parentheses\n"},
      {"nodes > 1 and ecc",
       "--where:1:11: error[FCT001]: met and, expected an operator\n"
       "  1 | nodes > 1 and ecc\n"
       "    |           ^^^\n"
       "  help: write &&\n"},
      {"max(1)",
       "--where:1:6: error[FCT001]: met 1 argument for max, expected 2 or more\n"
       "  1 | max(1)\n"
       "    |      ^\n"},
      {"if(1, 2)",
       "--where:1:8: error[FCT001]: met 2 arguments for if, expected 3\n"
       "  1 | if(1, 2)\n"
       "    |        ^\n"},
      {"nodes_is(\"2\")",
       "--where:1:1: error[FCT004]: met nodes_is, but nodes is no text\n"
       "  1 | nodes_is(\"2\")\n"
       "    | ^^^^^^^^\n"
       "  help: write nodes == …\n"},
      {"(nodes > 1",
       "--where:1:1: error[FCT001]: met ( without its )\n"
       "  1 | (nodes > 1\n"
       "    | ^\n"},
      {"mfu/0",
       "--where:1:4: error[FCT001]: met a division by zero, which has no value for any plan\n"
       "  1 | mfu/0\n"
       "    |    ^\n"},
      {"1 + nodes / (2 * 3 - 6)",
       "--where:1:11: error[FCT001]: met a division by zero, which has no value for any plan\n"
       "  1 | 1 + nodes / (2 * 3 - 6)\n"
       "    |           ^\n"},
      {"if(nodes > 1, 1, 5 / min(0, 3))",
       "--where:1:20: error[FCT001]: met a division by zero, which has no value for any plan\n"
       "  1 | if(nodes > 1, 1, 5 / min(0, 3))\n"
       "    |                    ^\n"},
      {"nodes * (1e300 * 1e300)",
       "--where:1:16: error[FCT001]: met constants whose result is beyond what a number can hold\n"
       "  1 | nodes * (1e300 * 1e300)\n"
       "    |                ^\n"},
      {"label_is(\"team\")",
       "--where:1:10: error[FCT001]: met \"team\", expected a label and its value\n"
       "  1 | label_is(\"team\")\n"
       "    |          ^^^^^^\n"
       "  help: write label_is(\"team=nlp\")\n"},
  }));
  CHECK(fault_of(text) == expected);
}

TEST_CASE("what is no expression is refused", "[facts][expression]") {
  const auto* bad = GENERATE("",
                             "  ",
                             "1 2",
                             "nodes nodes",
                             "1 +",
                             "+ 1",
                             "1 < 2 == 0",
                             "- - 1",
                             "!!1",
                             "1 + * 2",
                             "()",
                             "(1",
                             "1)",
                             "(1, 2)",
                             "1, 2",
                             "max()",
                             "max(1,)",
                             "max(,1)",
                             "ceil(1, 2)",
                             "if(1, 2, 3, 4)",
                             "sin(1)",
                             "nodes(1)",
                             "max",
                             "1e",
                             ".5",
                             "5.",
                             "010",
                             "0x10",
                             "1_000",
                             "1e999",
                             "nan",
                             "inf",
                             "pi",
                             "a = 3",
                             "nodes := 2",
                             "nodes += 2",
                             "nodes <> 2",
                             "nodes => 2",
                             "nodes & 1",
                             "nodes | 1",
                             "nodes ^ 2",
                             "nodes % 2",
                             "nodes!",
                             "nodes; 1",
                             "'a'",
                             "\"a\"",
                             "provider_is(aws)",
                             "provider_is('aws')",
                             "provider_is(\"aws)",
                             "provider_is(\"aws\"",
                             "provider_is(\"aws\", 1)",
                             "provider_is(\"\")",
                             "provider_is()",
                             "provider_is(",
                             "label_is(\"=x\")",
                             "label.team == 1",
                             "label",
                             "in_place()",
                             "in_place",
                             "cost_total_uds > 1",
                             "cost_total_usd_mid > 1",
                             "nodes_low > 1",
                             "gpu_count_cny > 1",
                             "v0",
                             "t0",
                             "\xC3\xA9");
  CAPTURE(bad);
  CHECK(fault_of(bad) != "");
}

TEST_CASE("an expression has at most 1,000 characters and 50 levels", "[facts][expression]") {
  std::string longest = "1";
  while (longest.size() + 2 <= k_longest_expression)
    longest += "+1";
  CHECK(fault_of(longest).empty());
  CHECK_THAT(fault_of(longest + " +1"), ContainsSubstring("over the limit of 1000"));
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + "1" + std::string(depth, ')');
  };
  CHECK(fault_of(nested(50)).empty());
  CHECK_THAT(fault_of(nested(51)), ContainsSubstring("more than 50 parentheses"));
}

TEST_CASE("a caller may allow some names only", "[facts][expression]") {
  constexpr std::array<std::string_view, 3> k_allowed{"nodes", "provider", "place"};
  CHECK(fault_of("nodes > 1 && provider_is(\"aws\") && in_place(\"eu\")", k_allowed).empty());
  CHECK_THAT(fault_of("node > 1", k_allowed), ContainsSubstring("did you mean nodes?"));
  CHECK_THAT(fault_of("time_hours > 1", k_allowed), ContainsSubstring("cannot be used here"));
  CHECK_THAT(fault_of("region_is(\"x\")", k_allowed), ContainsSubstring("cannot be used here"));
}

TEST_CASE("a number alone is no condition", "[facts][expression]") {
  for (const auto* text : {"gpu_memory_gib > 0",
                           "tensor_cores",
                           "!tensor_cores",
                           "nodes < 2 || 0",
                           "provider_is(\"aws\")",
                           "if(nodes > 1, mfu > 0.4, 1)"}) {
    CAPTURE(text);
    CHECK(std::holds_alternative<Expression>(compile_condition(text)));
  }
  for (const auto* text : {" gpu_memory_gib ", "1", "nodes * 2", "-mfu", "min(nodes, 2)"}) {
    CAPTURE(text);
    const auto result = compile_condition(text);
    const auto* error = std::get_if<ExpressionError>(&result);
    REQUIRE(error != nullptr);
    CHECK(error->headline == "met a number, expected a condition");
  }
  const auto result = compile_condition(" gpu_memory_gib ");
  const auto& error = std::get<ExpressionError>(result);
  CHECK(error.offset == 1);
  CHECK(error.length == 14);
  CHECK(error.help == "compare it, such as gpu_memory_gib > 0");
}
