#include "cli/commands/shared/market_options.hpp"

#include "cli/commands/shared/common_options.hpp"
#include "cli/commands/shared/exchange_options.hpp"
#include "core/money_text.hpp"
#include "plan/facts/job_has.hpp"
#include "plan/request/contradictions.hpp"

#include <fmt/format.h>

namespace gpuplan::cli::commands {
namespace {

/// Reads a range flag into a query; an exit code where it is no range.
std::optional<ExitCode> read_range(const Environment& environment,
                                   std::string_view flag,
                                   const std::string& text,
                                   core::Dimension dimension,
                                   core::DefaultUnit bare,
                                   std::optional<core::Range>& into) {
  if (text.empty())
    return std::nullopt;
  const auto range = core::parse_range(text, dimension, bare);
  if (const auto* error = std::get_if<core::UnitError>(&range)) {
    return usage_error(
        environment, fmt::format("met {} {}: {}", flag, text, error->headline), error->help);
  }
  into = std::get<core::Range>(range);
  return std::nullopt;
}

/// A device is sold under a round number that is called GB and counts GiB: `24GB` is the 24 GiB
/// card.
std::string as_sold(std::string_view text) {
  constexpr std::string_view k_prefixes = "MGTmgt";
  std::string binary;
  for (const char c : text) {
    const bool is_bytes = c == 'B' || c == 'b';
    if (is_bytes && !binary.empty() && k_prefixes.find(binary.back()) != std::string_view::npos)
      binary += 'i';
    binary += c;
  }
  return binary;
}

/// `--gpu-memory`: a range of devices' memory as it is sold; messages name what was typed.
std::optional<ExitCode> read_device_memory(const Environment& environment,
                                           const std::string& text,
                                           std::optional<core::Range>& into) {
  constexpr std::string_view k_flag = "--gpu-memory";
  constexpr auto k_memory = core::Dimension::memory;
  if (const auto ended = read_range(environment, k_flag, text, k_memory, "GiB", into))
    return ended;
  return read_range(environment, k_flag, as_sold(text), k_memory, "GiB", into);
}

} // namespace

void MarketOptions::add(CLI::App& app) {
  const auto list = [&](const std::string& names,
                        std::vector<std::string>& into,
                        const char* doc,
                        const char* type,
                        const char* group) {
    app.add_option(names, into, doc)
        ->delimiter(',')
        ->type_name(type)
        ->group(group)
        ->allow_extra_args(false);
  };
  app.add_option("NAME", words_, "chips (h100, a100-40gb:8) or a plan reference (aws/p5.48xlarge)")
      ->group("What");
  list("--gpu",
       gpus_,
       "chips, all sizes of machine or those with N devices: a100-40gb:1, a10:1/2",
       "NAME[:N]",
       "What");
  list("--gpus", gpus_, "", "NAME[:N]", k_hidden);
  app.add_option(
         "--gpu-memory", gpu_memory_, "memory of one device as it is sold: 24GB+, 40GB..80GB")
      ->type_name("RANGE")
      ->group("What");
  app.add_option("--vcpus", vcpus_, "vCPUs: 8+, 8..64")->type_name("RANGE")->group("What");
  app.add_option("--host-memory", host_memory_, "host memory: 32GiB+ (bare numbers are GiB)")
      ->type_name("RANGE")
      ->group("What");
  list("--provider", providers_, "providers", "A,B", "Where");
  list("--cloud", providers_, "", "A,B", k_hidden);
  list("-r,--region", places_, "countries, groups (eu), cities or provider/region", "A,B", "Where");
  list("--terms",
       terms_,
       "on-demand, spot, reserved, capacity-block, flex-start, package",
       "A,B",
       "Where");
  list("--usage-class,-u", terms_, "", "A,B", k_hidden);
  app.add_option("--max-price", max_price_, "most for an instance-hour")
      ->type_name("MONEY")
      ->group("Limits");
  app.add_option("--where", where_, "expression over facts of size and offer")
      ->type_name("EXPR")
      ->group("Limits");
  app.add_flag(
         "--include-unknown", include_unknown_, "sizes whose vCPUs or memory are not known too")
      ->group("Limits");
  app.add_option("--currency", currency_, "list prices in this currency (default USD)")
      ->type_name("CODE")
      ->group("Show");
  add_exchange_rates(app, rates_, "Show");
}

std::optional<ExitCode> MarketOptions::read(const Environment& environment,
                                            const catalog::Catalog& catalog,
                                            plan::ListingQuery& query) const {
  // The flags as the constraints of a job, so that names are resolved the one way there is.
  workload::Workload workload;
  if (const auto ended = read_currency(environment, currency_, query.currency))
    return ended;
  if (const auto ended =
          read_exchange_rates(environment, rates_, catalog, query.as_of, query.exchange))
    return ended;
  if (const auto ended = read_constraints(environment, query.currency, workload))
    return ended;
  core::DiagnosticSink sink;
  auto filters = plan::resolve_filters(workload, catalog, sink);
  if (filters)
    plan::check_contradictions(workload, catalog, sink);
  if (sink.failed())
    return report(environment, sink);
  query.filters = std::move(*filters);
  query.include_unknown = include_unknown_;
  if (terms_.empty())
    query.filters.terms.set();
  if (const auto ended = read_ranges(environment, query))
    return ended;
  if (const auto ended = read_max_price(environment, query))
    return ended;
  return read_where(environment, query);
}

/// `--max-price` in the currency that prices are listed in, or an amount a rate brings there.
std::optional<ExitCode> MarketOptions::read_max_price(const Environment& environment,
                                                      plan::ListingQuery& query) const {
  auto& max_price = query.filters.max_price;
  if (!max_price)
    return std::nullopt;
  const auto converted = query.exchange.convert(*max_price, query.currency);
  if (!converted) {
    return usage_error(environment,
                       fmt::format("met --max-price in {}, and prices are listed in {}",
                                   max_price->currency().code(),
                                   query.currency.code()),
                       fmt::format("--currency {0} lists such prices, and --fx {0}=… converts them",
                                   max_price->currency().code()));
  }
  max_price = converted->amount;
  return std::nullopt;
}

std::optional<ExitCode> MarketOptions::read_words(const Environment& environment,
                                                  workload::Workload& workload) const {
  for (const auto& word : words_) {
    if (word.find_first_of("/@#") == std::string::npos) {
      workload.constraints.accelerators.push_back(word);
      continue;
    }
    if (!workload.on.empty())
      return usage_error(environment,
                         fmt::format("met two plans, {} and {}, expected one", workload.on, word),
                         fmt::format("`gpuplan compare {} {} --model …` sets plans side by side",
                                     workload.on,
                                     word));
    workload.on = word;
  }
  return std::nullopt;
}

std::optional<ExitCode> MarketOptions::read_constraints(const Environment& environment,
                                                        core::Currency currency,
                                                        workload::Workload& workload) const {
  auto& constraints = workload.constraints;
  constraints.accelerators = gpus_;
  constraints.providers = providers_;
  constraints.places = places_;
  if (const auto ended = read_words(environment, workload))
    return ended;
  for (const auto& word : terms_) {
    const auto option = catalog::parse_purchase_option(word);
    if (!option)
      return usage_error(environment,
                         fmt::format("met --terms {}, no terms", word),
                         "on-demand, spot, reserved, savings-plan, committed-use, capacity-block, "
                         "flex-start, package");
    workload.purchase.terms.push_back(*option);
    if (*option == catalog::PurchaseOption::reserved) {
      workload.purchase.terms.push_back(catalog::PurchaseOption::savings_plan);
      workload.purchase.terms.push_back(catalog::PurchaseOption::committed_use);
    }
  }
  if (max_price_.empty())
    return std::nullopt;
  const auto price = core::parse_money(max_price_, currency);
  if (const auto* error = std::get_if<core::UnitError>(&price))
    return usage_error(environment,
                       fmt::format("met --max-price {}: {}", max_price_, error->headline),
                       error->help);
  constraints.max_price = std::get<core::Money>(price);
  return std::nullopt;
}

std::optional<ExitCode> MarketOptions::read_ranges(const Environment& environment,
                                                   plan::ListingQuery& query) const {
  using core::Dimension;
  if (const auto ended =
          read_range(environment, "--vcpus", vcpus_, Dimension::count, "", query.vcpus))
    return ended;
  if (const auto ended = read_range(environment,
                                    "--host-memory",
                                    host_memory_,
                                    Dimension::memory,
                                    "GiB",
                                    query.host_memory_bytes))
    return ended;
  return read_device_memory(environment, gpu_memory_, query.gpu_memory_bytes);
}

std::optional<ExitCode> MarketOptions::read_where(const Environment& environment,
                                                  plan::ListingQuery& query) const {
  if (where_.empty())
    return std::nullopt;
  auto expression = facts::compile_condition(where_);
  if (const auto* error = std::get_if<facts::ExpressionError>(&expression)) {
    write(environment.error, core::render(facts::diagnose(*error, "--where", where_)));
    return ExitCode::usage;
  }
  auto& where = std::get<facts::Expression>(expression);
  if (const auto error = plan::fact_of_a_job(where)) {
    write(environment.error, core::render(facts::diagnose(*error, "--where", where_)));
    return ExitCode::usage;
  }
  query.where = std::move(where);
  return std::nullopt;
}

std::string MarketOptions::phrase() const {
  std::string text;
  const auto append = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  for (const auto& word : words_)
    append(word);
  for (const auto& gpu : gpus_)
    append(gpu);
  if (!gpu_memory_.empty())
    append(gpu_memory_ + " a GPU");
  if (!vcpus_.empty())
    append(vcpus_ + " vCPU");
  if (!host_memory_.empty())
    append(host_memory_ + " host memory");
  for (const auto& provider : providers_)
    append(provider);
  for (const auto& place : places_)
    append("in " + place);
  return text.empty() ? std::string{"all machines with an accelerator"} : text;
}

} // namespace gpuplan::cli::commands
