#include "fixture.hpp"

using namespace gpuplan::cost;
using namespace gpuplan::test;
using Catch::Matchers::WithinRel;
using gpuplan::catalog::Payment;
using gpuplan::catalog::PurchaseOption;
using gpuplan::catalog::Term;

namespace {

Rates reserved(const Market& market,
               const char* hourly,
               Term term,
               Payment payment = Payment::none,
               PurchaseOption option = PurchaseOption::reserved) {
  auto rates = market.at(hourly, option);
  rates.term = term;
  rates.payment = payment;
  return rates;
}

Usage in_project(double run_hours, double months, double hours_per_month) {
  Usage usage = run_of(run_hours);
  usage.project_duration = hours(months * 730);
  usage.hours_per_month = hours_per_month;
  return usage;
}

} // namespace

TEST_CASE("without a project a job carries the whole term", "[cost]") {
  const Market market;
  const auto option = GENERATE(PurchaseOption::reserved,
                               PurchaseOption::savings_plan,
                               PurchaseOption::committed_use,
                               PurchaseOption::package);
  const auto rates = reserved(market, "2", Term::one_year, Payment::none, option);
  const auto quote = full_quote(rates, run_of(10), {});
  CHECK(amount_of(*quote, LineKind::compute) == money("20"));
  CHECK(amount_of(*quote, LineKind::commitment) == money("17500")); // 8,750 h
  CHECK(quote->total == money("17520"));
  CHECK(says(quote->notes, "no project duration is given"));
  CHECK(quote->wall == hours(10));
}

TEST_CASE("nine months of a three-year term pay all three years", "[cost]") {
  const Market market;
  Usage usage = in_project(3942, 9, 438);
  usage.nodes = 2;
  auto rates = reserved(market, "23.775", Term::three_years);
  rates.on_demand_hourly = money("55.04");
  const auto quote = full_quote(rates, usage, {});
  CHECK(quote->total == money("1249614"));   // 2 x 26,280 h
  CHECK(quote->monthly == money("34711.5")); // 2 x 730 h
  CHECK(quote->commitment->used_hours == 3942);
  CHECK_THAT(*quote->commitment->break_even_utilization, WithinRel(23.775 / 55.04, 1e-12));
  CHECK_THAT(*quote->commitment->break_even_in_project,
             WithinRel(23.775 / 55.04 * 4, 1e-12)); // above 1: never within nine months
}

TEST_CASE("a job of a project carries its share of what nobody uses", "[cost]") {
  // 60 % of a year used: at 0.6 against 1.0 exactly the break-even, so 100 h cost 100.
  const Market market;
  auto rates = reserved(market, "0.6", Term::one_year);
  rates.on_demand_hourly = money("1");
  const auto quote = full_quote(rates, in_project(100, 12, 438), {});
  CHECK(amount_of(*quote, LineKind::compute) == money("60"));
  CHECK(amount_of(*quote, LineKind::commitment) == money("40"));
  CHECK(quote->total == total_cost(market.at("1"), run_of(100)).value());
  CHECK_THAT(*quote->commitment->break_even_hours_per_year, WithinRel(5256.0, 1e-12));
}

TEST_CASE("a commitment is cheaper exactly above its break-even", "[cost]") {
  const Market market;
  const auto rates = reserved(market, "0.6", Term::one_year);
  const auto on_demand = total_cost(market.at("1"), run_of(100)).value();
  CHECK(total_cost(rates, in_project(100, 12, 430)).value() > on_demand);
  CHECK(total_cost(rates, in_project(100, 12, 446)).value() < on_demand);
}

TEST_CASE("a project within the term pays for the months after it too", "[cost]") {
  const Market market;
  const auto rates = reserved(market, "1", Term::one_year);
  // All of six months used: half the term is idle, so each used hour costs two.
  CHECK(total_cost(rates, in_project(100, 6, 730)).value() == money("200"));
}

TEST_CASE("a project of whole terms leaves nothing of them unused", "[cost]") {
  const Market market;
  const auto rates = reserved(market, "1", Term::one_year);
  CHECK(total_cost(rates, in_project(100, 24, 730)).value() == money("100"));
  CHECK(total_cost(rates, in_project(100, 24, 365)).value() == money("200"));
}

TEST_CASE("a project that outlasts its term pays for the months after it", "[cost]") {
  const Market market;

  struct Row {
    double months, hours_a_month;
    const char* on_demand; ///< against 2.88 in the term
    double terms, after;   ///< months on demand
    double of_project;     ///< what the whole project costs
  };

  const Row rows[] = {
      {12, 730, "3.8", 1, 0, 8760 * 2.88},
      {13, 730, "3.8", 1, 1, 8760 * 2.88 + 730 * 3.8},
      {18, 730, "3.8", 1, 6, 8760 * 2.88 + 4380 * 3.8},
      {18, 730, nullptr, 2, 0, 2 * 8760 * 2.88}, // nobody says what on demand costs
      {18, 730, "6", 2, 0, 2 * 8760 * 2.88},     // a second term is cheaper
      {18, 365, "6", 1, 6, 8760 * 2.88 + 2190 * 6},
      {30, 730, "3.8", 2, 6, 2 * 8760 * 2.88 + 4380 * 3.8},
      {23, 730, "3.8", 2, 0, 2 * 8760 * 2.88},
      {6, 730, "3.8", 1, 0, 8760 * 2.88}, // no term ends within: it is bought or it is not
  };
  for (const auto& row : rows) {
    CAPTURE(row.months, row.hours_a_month, row.on_demand == nullptr ? "none" : row.on_demand);
    auto rates = reserved(market, "2.88", Term::one_year);
    if (row.on_demand != nullptr)
      rates.on_demand_hourly = money(row.on_demand);
    const double share = 100 / (row.months * row.hours_a_month);
    const auto job = full_quote(rates, in_project(100, row.months, row.hours_a_month), {});
    CHECK_THAT(job->total.to_double(), WithinRel(share * row.of_project, 1e-9));
    CHECK(job->total == charge_of(rates, in_project(100, row.months, row.hours_a_month))->total);
    CHECK(static_cast<double>(job->commitment->terms_bought) == row.terms);
    CHECK_THAT(job->commitment->after_hours, WithinRel(row.after * 730, 1e-9));
    Usage service;
    service.serving = true;
    service.nodes = 2;
    service.hours_per_month = row.hours_a_month;
    service.project_duration = hours(row.months * 730);
    const auto month = full_quote(rates, service, {});
    CHECK_THAT(month->total.to_double(), WithinRel(2 * row.of_project / row.months, 1e-9));
    CHECK(month->monthly == month->total);
  }
}

TEST_CASE("the lines say how a project beyond its term is covered", "[cost]") {
  const Market market;
  auto rates = reserved(market, "2.88", Term::one_year);
  rates.on_demand_hourly = money("3.8");
  const auto label_of = [&](LineKind kind) {
    const auto quote = full_quote(rates, in_project(100, 18, 730), {});
    for (const auto& line : quote->lines) {
      if (line.kind == kind)
        return line.label;
    }
    return std::string{};
  };
  CHECK_THAT(label_of(LineKind::compute),
             ContainsSubstring("12 months committed, 6 months on demand"));
  CHECK_THAT(label_of(LineKind::after_term), ContainsSubstring("on demand after the term"));
  CHECK(label_of(LineKind::commitment).empty());
  rates.on_demand_hourly = money("6");
  CHECK_THAT(label_of(LineKind::commitment),
             ContainsSubstring("bought twice: paid and not used, 4,380 h of 17,520 h"));
  CHECK(label_of(LineKind::after_term).empty());
}

TEST_CASE("every part of a job that outlasts its term is partly on demand", "[cost]") {
  const Market market;
  auto rates = reserved(market, "1", Term::one_year);
  rates.on_demand_hourly = money("1.5");
  Usage usage = run_of(8000);
  usage.setup = hours(500);
  usage.evaluation = hours(500);
  usage.retries = 0.5; // 8,500 h once more, by half: 13,250 h in all
  const auto quote = full_quote(rates, usage, {});
  CHECK_THAT(amount_of(*quote, LineKind::after_term)->to_double(),
             WithinRel(6735.0, 1e-6)); // 4,490 h
  CHECK_THAT(quote->total.to_double(), WithinRel(8760.0 + 6735, 1e-6));
  CHECK(quote->wall == hours(13'250));
  rates.on_demand_hourly = gpuplan::core::Unknown{"none"};
  CHECK(full_quote(rates, usage, {})->total == money("17520"));
}

TEST_CASE("a project that names no hours leaves the term to the job", "[cost]") {
  const Market market;
  Usage usage = run_of(876);
  usage.project_duration = hours(9 * 730);
  const auto quote = full_quote(reserved(market, "1", Term::one_year), usage, {});
  CHECK(quote->total == money("8760"));
  CHECK(says(quote->notes, "no hours a month are given"));
}

TEST_CASE("a term that is not stated leaves the total unknown, with the reason", "[cost]") {
  const Market market;
  const auto rates = reserved(market, "1", Term::not_stated, Payment::unstated);
  const auto total = total_cost(rates, in_project(100, 12, 730));
  CHECK_FALSE(total.known());
  CHECK_THAT(std::string(total.why_unknown()), ContainsSubstring("states no term"));
}

TEST_CASE("a project that outlasts the longest term needs none to be stated", "[cost]") {
  const Market market;
  auto rates = reserved(market, "1", Term::not_stated, Payment::unstated);
  CHECK(total_cost(rates, in_project(100, 36, 365)).value() == money("200"));
  CHECK(total_cost(rates, in_project(100, 36, 730)).value() == money("100"));
  CHECK_FALSE(total_cost(rates, in_project(100, 48, 730)).known()); // who knows what comes after
  rates.on_demand_hourly = money("2");
  CHECK(total_cost(rates, in_project(100, 48, 730)).value() == money("125"));
}

TEST_CASE("what is paid at the start follows the payment option", "[cost]") {
  const Market market;
  Usage usage = run_of(10);
  usage.nodes = 3;
  const auto at_start = [&](Payment payment, std::optional<const char*> upfront) {
    auto rates = reserved(market, "1.05", Term::three_years, payment);
    if (upfront)
      rates.upfront = money(*upfront);
    return full_quote(rates, usage, {})->paid_at_start;
  };
  CHECK(at_start(Payment::none, std::nullopt) == money("0"));
  CHECK(at_start(Payment::monthly, std::nullopt) == money("0"));
  CHECK(at_start(Payment::all, "27594") == money("82782"));
  CHECK(at_start(Payment::all, std::nullopt) == money("82782")); // 1.05 x 26,280 x 3
  CHECK(at_start(Payment::partial, "13000") == money("39000"));
  CHECK_FALSE(at_start(Payment::partial, std::nullopt).known());
  CHECK_FALSE(at_start(Payment::unstated, std::nullopt).known());
}

TEST_CASE("what is paid at the start is never added to the total again", "[cost]") {
  const Market market;
  auto rates = reserved(market, "1.05", Term::three_years, Payment::all);
  rates.upfront = money("27594");
  CHECK(full_quote(rates, run_of(10), {})->total == money("27594"));
}

TEST_CASE("a break-even needs an on-demand price", "[cost]") {
  const Market market;
  const auto quote = full_quote(reserved(market, "1", Term::one_year), run_of(10), {});
  CHECK_FALSE(quote->commitment->break_even_utilization.known());
  CHECK_FALSE(quote->commitment->break_even_hours_per_year.known());
}

TEST_CASE("the billing step does not touch hours that are paid anyway", "[cost]") {
  const Market market;
  auto rates = reserved(market, "1", Term::one_year);
  rates.step = {.increment = hours(1), .minimum = hours(1)};
  CHECK(total_cost(rates, in_project(0.5, 12, 730)).value() == money("0.5"));
}

TEST_CASE("a service is used through the whole project, month for month", "[cost]") {
  const Market market;

  struct Row {
    std::optional<double> months;
    std::optional<double> hours_a_month;
    double used, billed; // h of the term by the project; h of the month's bill
  };

  const Row rows[] = {
      {12, {}, 8760, 730},
      {12, 730, 8760, 730},
      {36, {}, 26280, 730}, // three terms, one after the other
      {6, {}, 4380, 1460},  // half of the term is for nothing
      {12, 300, 3600, 730}, // up 300 h, paid for all of them
      {{}, {}, 730, 8760},  // nobody says that it goes on
  };
  auto rates = reserved(market, "2", Term::one_year);
  rates.on_demand_hourly = money("3");
  for (const auto& row : rows) {
    CAPTURE(row.months.value_or(0), row.hours_a_month.value_or(0));
    Usage usage;
    usage.serving = true;
    usage.hours_per_month = row.hours_a_month;
    if (row.months)
      usage.project_duration = hours(*row.months * 730);
    const auto quote = full_quote(rates, usage, {});
    CHECK(quote->commitment->used_hours == Approx(row.used));
    CHECK(quote->total.to_double() == Approx(2 * row.billed));
    CHECK_FALSE(says(quote->notes, "no hours a month are given"));
  }
}
