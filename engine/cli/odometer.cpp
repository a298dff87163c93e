#include "engine/cli/odometer.h"

#include <algorithm>
#include <limits>

#include "engine/privacy/accountant/zcdp.h"

namespace noisy::cli {
namespace {

/// delta at which rho is told where no run states one.
constexpr double kUsualDelta = 1e-6;

/// What the secure runs on one file cost together.
struct Spent {
  double runs = 0;
  double epsilon = 0;
  double delta = 0;
  double rho = 0;
  double rho_delta = 0;  ///< at which rho is converted; 0: none stated
  bool is_bounded = true;
};

bool has_text(const Json& object, std::string_view name, std::string_view text) {
  const Json& value = object.member(name);
  return value.is_text() && value.text() == text;
}

double number_or_zero(const Json& object, std::string_view name) {
  const Json& value = object.member(name);
  return value.is_number() ? value.number() : 0;
}

/// Whether the total's rho stands for all of its cost: then it composes better than epsilon.
bool is_all_rho(const Json& total) {
  const Json& accountant = total.member("accountant");
  return total.member("rho").is_number() && accountant.is_text() &&
         accountant.text().starts_with("zcdp");
}

void add_entry(std::string_view line, Spent& spent) {
  const Result<Json> entry = parse_json(line);
  const bool is_entry = entry && entry->member("runs").is_number();
  spent.runs += is_entry ? entry->member("runs").number() : 1;
  spent.is_bounded &= is_entry && !(entry->member("bounded") == Json(false));
  if (!is_entry) return;
  spent.epsilon += number_or_zero(*entry, "epsilon");
  const double delta = number_or_zero(*entry, "delta");
  const double rho = number_or_zero(*entry, "rho");
  spent.rho += rho;
  if (rho == 0) {
    spent.delta += delta;
  } else if (delta > 0) {
    spent.rho_delta = spent.rho_delta > 0 ? std::min(spent.rho_delta, delta) : delta;
  }
}

Spent read_journal(std::string_view journal) {
  Spent spent;
  while (!journal.empty()) {
    const std::size_t end = std::min(journal.find('\n'), journal.size());
    if (end > 0) add_entry(journal.substr(0, end), spent);
    journal.remove_prefix(std::min(end + 1, journal.size()));
  }
  if (spent.rho > 0) {
    const double delta = spent.rho_delta > 0 ? spent.rho_delta : kUsualDelta;
    spent.epsilon += zcdp_epsilon(spent.rho, delta, ZcdpConversion::optimal);
    spent.delta += delta;
  }
  spent.is_bounded &= spent.delta < 1;
  return spent;
}

std::string sentence(const Spent& spent) {
  const std::string runs = number_text(spent.runs) +
                           (spent.runs == 1 ? " secure run has" : " secure runs have") +
                           " read this file so far";
  if (!spent.is_bounded) {
    return runs + "; one of them at least guarantees nothing, so together they guarantee nothing";
  }
  const std::string guarantee =
      spent.delta > 0 ? "(" + number_text(spent.epsilon) + ", " + number_text(spent.delta) + ")"
                      : number_text(spent.epsilon);
  return runs + "; published together they are " + guarantee + "-differentially private";
}

}  // namespace

std::optional<std::string> odometer_entry(const Json& result) {
  const Json& experiment = result.member("experiment");
  const bool is_secure = has_text(experiment.member("run").member("randomness"), "mode", "secure");
  if (!is_secure || !has_text(experiment.member("data"), "kind", "file")) return std::nullopt;
  const Json& total = result.member("privacy").member("total");
  Json entry = Json::object({{"runs", static_cast<Index>(result.member("runs").size())}});
  const bool is_bounded = total.member("epsilon").is_number() || is_all_rho(total);
  if (!is_bounded) {
    entry.set("bounded", false);
  } else if (is_all_rho(total)) {
    entry.set("rho", total.member("rho"));
    entry.set("delta", number_or_zero(total, "delta"));
  } else {
    entry.set("epsilon", total.member("epsilon"));
    entry.set("delta", number_or_zero(total, "delta"));
  }
  return write_json(entry);
}

std::string odometer_line(std::string_view journal) {
  return "noisy-descent: odometer: " + sentence(read_journal(journal));
}

Json odometer_report(std::span<const Journal> journals) {
  std::vector<Json> files;
  for (const Journal& journal : journals) {
    const Spent spent = read_journal(journal.text);
    files.push_back(Json::object({{"sha256", journal.sha256},
                                  {"runs", spent.runs},
                                  {"epsilon", spent.is_bounded ? Json(spent.epsilon) : Json()},
                                  {"delta", spent.is_bounded ? Json(spent.delta) : Json()},
                                  {"sentence", sentence(spent)}}));
  }
  return Json::object({{"files", Json::array(std::move(files))}});
}

std::string odometer_folder(std::string_view own, std::string_view state_home,
                            std::string_view home) {
  if (!own.empty()) return std::string(own);
  if (!state_home.empty()) return std::string(state_home) + "/noisy-descent";
  return home.empty() ? "" : std::string(home) + "/.local/state/noisy-descent";
}

}  // namespace noisy::cli
