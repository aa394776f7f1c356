#include "plan/facts/fill.hpp"
#include "plan/rules/rule_book.hpp"
#include "support/catch.hpp"

using namespace gpuplan;
using facts::FactId;
using plan::Phase;

namespace {

facts::RuleSet rules_of(std::initializer_list<facts::RuleText> texts) {
  facts::RuleSet rules;
  for (const auto& text : texts)
    REQUIRE_FALSE(rules.add(text).has_value());
  return rules;
}

facts::RuleText rule(std::string id, std::optional<std::string> applies, std::string check) {
  return {.id = std::move(id),
          .applies = std::move(applies),
          .check = std::move(check),
          .level = "require"};
}

/// A job with a deadline of 10 hours and no budget, on a plan that takes 20 and costs 500.
facts::FactValues job() {
  facts::FactValues values;
  values.set_flag(FactId::has_deadline, true);
  values.set(FactId::deadline_hours, 10);
  values.set_flag(FactId::has_budget, false);
  values.set_flag(FactId::can_resume, true);
  return values;
}

facts::FactValues slow_plan() {
  auto values = job();
  values.set(FactId::time_hours, 20);
  values.set(FactId::cost_total_usd, 500);
  values.set_flag(FactId::interruptible, true);
  return values;
}

} // namespace

TEST_CASE("what a job settles is not judged again, the rest is", "[plan][rules]") {
  const auto rules = rules_of({rule("budget", "has_budget", "cost_total_usd < 100"),
                               rule("resume", "interruptible", "can_resume"),
                               rule("deadline", "has_deadline", "time_hours <= deadline_hours")});
  plan::RuleBook book(rules);
  book.settle(job());
  CHECK_FALSE(book.has_any(Phase::offer)); // a job that can resume passes on every offer
  CHECK_FALSE(book.has_any(Phase::setup));
  const auto judgement = book.judge(Phase::quote, slow_plan());
  REQUIRE(judgement.failed != nullptr);
  CHECK(judgement.failed->id == "deadline");
  CHECK(book.verdicts(slow_plan()).size() == 3); // all are still told
}

TEST_CASE("a rule is not settled by what is unknown, fails, or varies", "[plan][rules]") {
  const auto rules = rules_of({rule("unknown", "hours_per_month > 0", "cost_total_usd < 100"),
                               rule("fails", std::nullopt, "has_budget"),
                               rule("varies", "interruptible && has_deadline", "time_hours < 1"),
                               rule("stack", std::nullopt, "stack_is(\"fsdp\")")});
  auto values = job();
  values.set_text(FactId::stack, "fsdp"); // what the job assumes; a chip may want another
  plan::RuleBook book(rules);
  book.settle(values);
  CHECK(book.has_any(Phase::quote));
  CHECK(book.has_any(Phase::setup));
  CHECK(book.judge(Phase::setup, values).failed->id == "fails");
  values.set_text(FactId::stack, "xla");
  values.set_flag(FactId::has_budget, true);
  CHECK(book.judge(Phase::setup, values).failed->id == "stack");
  CHECK(book.judge(Phase::quote, slow_plan()).failed->id == "varies");
}

TEST_CASE("judging agrees with what the rules say one by one", "[plan][rules]") {
  const auto rules = rules_of(
      {rule("first", std::nullopt, "ecc"), rule("second", "nodes > 1", "network_gbps >= 100")});
  const plan::RuleBook book(rules);
  facts::FactValues values;
  values.set_flag(FactId::ecc, true);
  values.set(FactId::nodes, 2);
  const auto judgement = book.judge(Phase::setup, values);
  CHECK(judgement.failed == nullptr);
  REQUIRE(judgement.unconfirmed != nullptr);
  CHECK(judgement.unconfirmed->id == "second");
}
