#include "cli/commands/offers.hpp"

#include "cli/commands/shared/common_options.hpp"
#include "cli/commands/shared/job_options.hpp"
#include "output/reports/offers_report.hpp"
#include "plan/planner.hpp"

#include <fmt/format.h>

namespace gpuplan::cli::commands {
namespace {

struct Options {
  CommonOptions common;
  std::vector<std::string> words;
  std::vector<std::string> gpus;
  std::vector<std::string> providers;
  std::vector<std::string> places;
  std::vector<std::string> terms;
  std::string vcpus;
  std::string host_memory;
  std::string gpu_memory;
  std::string max_price;
  std::string where;
  std::string currency;
  bool include_unknown = false;
  bool community = false;
  bool all = false;
  std::int64_t top = 20;

  void add(CLI::App& app) {
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
    app.add_option("NAME", words, "chips (h100, a100-40gb:8) or a plan reference (aws/p5.48xlarge)")
        ->group("What");
    list("--gpu",
         gpus,
         "chips, with a count of devices where wanted: a100-40gb:1, a10:1/2",
         "NAME[:N]",
         "What");
    list("--gpus", gpus, "", "NAME[:N]", k_hidden);
    app.add_option(
           "--gpu-memory", gpu_memory, "memory of one device as it is sold: 24GB+, 40GB..80GB")
        ->type_name("RANGE")
        ->group("What");
    app.add_option("--vcpus", vcpus, "vCPUs: 8+, 8..64")->type_name("RANGE")->group("What");
    app.add_option("--host-memory", host_memory, "host memory: 32GiB+ (bare numbers are GiB)")
        ->type_name("RANGE")
        ->group("What");
    list("--provider", providers, "providers", "A,B", "Where");
    list("--cloud", providers, "", "A,B", k_hidden);
    list(
        "-r,--region", places, "countries, groups (eu), cities or provider/region", "A,B", "Where");
    list("--terms",
         terms,
         "on-demand, spot, reserved, capacity-block, flex-start, package",
         "A,B",
         "Where");
    list("--usage-class,-u", terms, "", "A,B", k_hidden);
    app.add_option("--max-price", max_price, "most for an instance-hour")
        ->type_name("MONEY")
        ->group("Limits");
    app.add_option("--where", where, "expression over facts of size and offer")
        ->type_name("EXPR")
        ->group("Limits");
    app.add_flag(
           "--include-unknown", include_unknown, "sizes whose vCPUs or memory are not known too")
        ->group("Limits");
    app.add_flag("--community", community, "hosts of third parties too")->group("Where");
    app.add_option("--currency", currency, "list prices in this currency (default USD)")
        ->type_name("CODE")
        ->group("Show");
    app.add_option("--top", top, "rows (default 20)")->type_name("N")->group("Show");
    app.add_flag("--all", all, "every row")->group("Show");
    common.add(app, {Format::table, Format::json, Format::csv, Format::markdown});
  }
};

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

/// The flags as the constraints of a job, so that names are resolved the one way there is.
std::optional<workload::Workload> constraints_of(const Options& options,
                                                 const Environment& environment,
                                                 std::optional<ExitCode>& ended) {
  workload::Workload workload;
  auto& constraints = workload.constraints;
  constraints.accelerators = options.gpus;
  constraints.providers = options.providers;
  constraints.places = options.places;
  constraints.community_hosts = options.community;
  for (const auto& word : options.words) {
    const bool plan = word.find_first_of("/@#") != std::string::npos;
    if (plan) {
      workload.on = word;
    } else {
      constraints.accelerators.push_back(word);
    }
  }
  for (const auto& word : options.terms) {
    const auto option = catalog::parse_purchase_option(word);
    if (!option) {
      ended = usage_error(environment,
                          fmt::format("met --terms {}, no terms", word),
                          "on-demand, spot, reserved, savings-plan, committed-use, capacity-block, "
                          "flex-start, package");
      return std::nullopt;
    }
    workload.purchase.terms.push_back(*option);
    if (*option == catalog::PurchaseOption::reserved) {
      workload.purchase.terms.push_back(catalog::PurchaseOption::savings_plan);
      workload.purchase.terms.push_back(catalog::PurchaseOption::committed_use);
    }
  }
  if (!options.max_price.empty()) {
    const auto price = core::parse_money(options.max_price, core::Currency{});
    if (const auto* error = std::get_if<core::UnitError>(&price)) {
      ended = usage_error(environment,
                          fmt::format("met --max-price {}: {}", options.max_price, error->headline),
                          error->help);
      return std::nullopt;
    }
    constraints.max_price = std::get<core::Money>(price);
  }
  return workload;
}

std::string asked_for(const Options& options) {
  std::string text;
  const auto append = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  for (const auto& word : options.words)
    append(word);
  for (const auto& gpu : options.gpus)
    append(gpu);
  if (!options.gpu_memory.empty())
    append(options.gpu_memory + " a GPU");
  if (!options.vcpus.empty())
    append(options.vcpus + " vCPU");
  if (!options.host_memory.empty())
    append(options.host_memory + " host memory");
  for (const auto& provider : options.providers)
    append(provider);
  for (const auto& place : options.places)
    append("in " + place);
  return text.empty() ? std::string{"all machines with an accelerator"} : text;
}

/// Which one of the wishes to give up where nothing meets them all, and what that would find.
std::string what_would_help(const catalog::Catalog& catalog,
                            const facts::RuleSet& rules,
                            const plan::ListingQuery& query) {
  std::string text;
  const auto attempt = [&](std::string_view flag, bool asked, auto&& give_up) {
    if (!asked)
      return;
    auto wider = query;
    give_up(wider);
    const auto found = plan::list_offers(catalog, rules, wider);
    if (found.sizes.empty())
      return;
    const auto* first = found.sizes.front().leading();
    text += fmt::format(" without {}: {} {}{}\n",
                        flag,
                        found.sizes.size(),
                        found.sizes.size() == 1 ? "size" : "sizes",
                        first == nullptr
                            ? std::string{}
                            : fmt::format(", from {} {}/h: {}",
                                          to_fixed(first->hourly, 2),
                                          first->hourly.currency().code(),
                                          catalog.offer_name(catalog.offer(first->offer))));
  };
  const auto& filters = query.filters;
  attempt("--gpu", !filters.accelerators.empty(), [](auto& wider) {
    wider.filters.accelerators.clear();
    wider.filters.counts.clear();
  });
  attempt("--gpu-memory", query.gpu_memory_bytes.has_value(), [](auto& wider) {
    wider.gpu_memory_bytes.reset();
  });
  attempt("--vcpus", query.vcpus.has_value(), [](auto& wider) { wider.vcpus.reset(); });
  attempt("--host-memory", query.host_memory_bytes.has_value(), [](auto& wider) {
    wider.host_memory_bytes.reset();
  });
  attempt("--provider", !filters.providers.empty(), [](auto& wider) {
    wider.filters.providers.clear();
  });
  attempt("--region", !filters.places.empty(), [](auto& wider) { wider.filters.places.clear(); });
  attempt("--terms", filters.terms_given, [](auto& wider) { wider.filters.terms.set(); });
  attempt("--max-price", filters.max_price.has_value(), [](auto& wider) {
    wider.filters.max_price.reset();
  });
  attempt("--where", query.where.has_value(), [](auto& wider) { wider.where.reset(); });
  return text;
}

} // namespace

ExitCode offers(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{"What is for sale: sizes by price, with region, terms and the date of each price.",
               "offers"};
  Options options;
  options.add(app);
  if (const auto ended = parse(app, environment, arguments))
    return *ended;
  if (const auto ended = options.common.check(environment))
    return *ended;
  if (options.top < 1)
    return usage_error(environment, "met --top below 1", "--all prints every row");
  core::DiagnosticSink sink;
  const auto catalog = options.common.load_catalog(sink);
  if (!catalog)
    return report(environment, sink);
  std::optional<ExitCode> ended;
  const auto constraints = constraints_of(options, environment, ended);
  if (!constraints)
    return *ended;
  auto filters = plan::resolve_filters(*constraints, *catalog, sink);
  if (!filters)
    return report(environment, sink);
  if (options.terms.empty())
    filters->terms.set();
  plan::ListingQuery query{.filters = *filters,
                           .include_unknown = options.include_unknown,
                           .as_of = options.common.as_of()};
  ended =
      read_range(environment, "--vcpus", options.vcpus, core::Dimension::count, "", query.vcpus);
  if (!ended)
    ended = read_range(environment,
                       "--host-memory",
                       options.host_memory,
                       core::Dimension::memory,
                       "GiB",
                       query.host_memory_bytes);
  if (!ended)
    ended = read_range(environment,
                       "--gpu-memory",
                       options.gpu_memory,
                       core::Dimension::memory,
                       "GB",
                       query.gpu_memory_bytes);
  if (ended)
    return *ended;
  if (!options.currency.empty()) {
    const auto currency = core::Currency::parse(options.currency);
    if (!currency) {
      return usage_error(environment,
                         fmt::format("met --currency {}, no currency code", options.currency),
                         "write EUR");
    }
    query.currency = *currency;
  }
  const auto& max_price = constraints->constraints.max_price;
  if (max_price && max_price->currency() != query.currency) {
    return usage_error(
        environment,
        fmt::format("met --max-price in {}, and prices are listed in {}",
                    max_price->currency().code(),
                    query.currency.code()),
        fmt::format("--currency {} lists such prices", max_price->currency().code()));
  }
  if (!options.where.empty()) {
    auto expression = facts::compile(options.where);
    if (const auto* error = std::get_if<facts::ExpressionError>(&expression)) {
      write(environment.error, core::render(facts::diagnose(*error, "--where", options.where)));
      return ExitCode::usage;
    }
    query.where = std::get<facts::Expression>(std::move(expression));
  }
  const plan::Planner planner(*catalog);
  const auto listing = plan::list_offers(*catalog, planner.rules(), query);
  const std::size_t most = options.all ? 0 : static_cast<std::size_t>(options.top);
  switch (options.common.format()) {
  case Format::json:
    options.common.print(environment, output::offers_json(*catalog, listing, query));
    break;
  case Format::csv: options.common.print(environment, output::offers_csv(*catalog, listing)); break;
  case Format::markdown:
    options.common.print(environment, output::offers_table(*catalog, listing, most).markdown());
    break;
  default:
    options.common.print(
        environment,
        output::offers_text(
            *catalog, listing, asked_for(options), most, query, options.common.style(environment)) +
            (listing.sizes.empty() ? what_would_help(*catalog, planner.rules(), query)
                                   : std::string{}));
  }
  return listing.sizes.empty() ? ExitCode::no : ExitCode::done;
}

} // namespace gpuplan::cli::commands
