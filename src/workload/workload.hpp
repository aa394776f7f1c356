#pragma once

#include "catalog/offer.hpp"
#include "core/money.hpp"
#include "source/node.hpp"
#include "workload/demand/demand.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::workload {

/// A default that was used because the job did not say, and how to say it.
struct Assumption {
  std::string name;  ///< `sequence_length`
  std::string value; ///< `4096`
  std::string why;
  std::string flag;         ///< `--seq`
  bool moves_answer = true; ///< shown on the `Assumed` line
};

enum class Objective : std::uint8_t { cost, time, value, expression };

struct Constraints {
  std::optional<double> deadline_hours;
  std::optional<core::Money> budget;        ///< whole job; for serve, a month
  std::optional<core::Money> max_price;     ///< per instance-hour
  std::optional<core::Money> max_gpu_price; ///< per accelerator-hour
  std::vector<std::string> places;
  std::vector<std::string> providers;    ///< allowed; empty: all
  std::vector<std::string> accelerators; ///< names as given, with optional count `h100:8`
  bool ecc_required = false;
  std::optional<double> least_vcpus;
  std::optional<double> least_host_memory_bytes;
  bool community_hosts = false; ///< host tier community allowed
  bool quarantined = false;     ///< rows with data-quality findings allowed
};

struct Purchase {
  std::vector<catalog::PurchaseOption> terms; ///< asked for; empty: the default set
  bool can_resume = true;                     ///< may be interrupted and go on
  std::optional<double> project_duration_hours;
  std::optional<double> hours_per_month;
  std::optional<double> checkpoint_interval_hours; ///< none: Young/Daly
};

/// Costs around the run itself.
struct Around {
  double setup_hours = 0;
  double evaluation_hours = 0;
  double retries = 0; ///< expected repeats of the whole job
  double dataset_bytes = 0;
  double bytes_per_unit = 0; ///< read for a token or sample; 0: not known
  std::string dataset_at;    ///< `aws/eu-central-1`; empty: with the machine
};

/// The one quantity that is to be found instead of given: `tokens: max` under a budget.
struct SolveFor {
  std::string key; ///< `data.tokens`
  bool largest = true;
};

/// A job as stated, with defaults filled in. Immutable after load.
struct Workload {
  std::string name;
  std::string
      preset; ///< word it was given under: finetune, pretrain, train, serve, batch-inference
  Demand demand;
  bool precision_given = false; ///< what is multiplied in; else it follows the chip
  bool weights_given = false;   ///< what weights are stored in; else the checkpoint's own
  Constraints constraints;
  Purchase purchase;
  Around around;
  Objective objective = Objective::cost;
  std::string objective_text;        ///< the expression, where it is one
  std::string where;                 ///< filter expression, may be empty
  std::optional<std::int32_t> nodes; ///< fixed by `--nodes`
  double checkpoint_bytes = 0;       ///< one full checkpoint, or the weights of a service
  std::string on;                    ///< plan reference it is pinned to, may be empty
  std::vector<std::pair<std::string, std::string>> labels; ///< sorted by name
  std::map<std::string, double> assumed_facts; ///< `--assume network_gbps=400`; yes is 1
  std::vector<Assumption> assumptions;
  std::vector<std::string> notes;
  std::optional<SolveFor> solve; ///< its amount in the demand is 0 until it is found
};

} // namespace gpuplan::workload
