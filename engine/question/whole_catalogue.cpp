#include <utility>
#include <vector>

#include "engine/question/catalogue.h"
#include "engine/question/parameter_list.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

Json theory_json() {
  std::vector<Json> list;
  for (const TheoryQuery& query : theory_queries()) {
    list.push_back(Json::object({{"query", query.name},
                                 {"title", query.title},
                                 {"description", query.description},
                                 {"source", query.source},
                                 {"parameters", parameter_list(query.parameters)}}));
  }
  return Json::array(std::move(list));
}

}  // namespace

std::string catalogue() {
  const Json words = experiment_catalogue();
  Json whole;
  for (const auto& [name, value] : words.members()) {
    // The questions stand before the errors that both files and questions can meet.
    if (name == "errors") whole.set("theoryQueries", theory_json());
    whole.set(name, value);
  }
  return write_json(whole);
}

}  // namespace noisy
