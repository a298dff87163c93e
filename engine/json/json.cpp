#include "engine/json/json.h"

#include <algorithm>
#include <utility>

namespace noisy {

Json Json::array(std::vector<Json> elements) {
  Json out;
  const bool compact = !elements.empty() &&
                       std::ranges::all_of(elements, [](const Json& e) { return e.is_number(); });
  if (compact) {
    std::vector<double> values(elements.size());
    std::ranges::transform(elements, values.begin(), [](const Json& e) { return e.number(); });
    out.value_ = std::move(values);
  } else {
    out.value_ = std::move(elements);
  }
  return out;
}

Json Json::numbers(std::vector<double> values) {
  Json out;
  if (values.empty()) {
    out.value_ = Elements{};
  } else {
    out.value_ = std::move(values);
  }
  return out;
}

Json Json::texts(std::span<const std::string> values) {
  return array(std::vector<Json>(values.begin(), values.end()));
}

Json Json::object(std::initializer_list<Member> members) {
  Json out;
  out.value_ = Members(members);
  return out;
}

std::size_t Json::size() const {
  if (const auto* values = std::get_if<std::vector<double>>(&value_)) return values->size();
  if (const auto* elements = std::get_if<Elements>(&value_)) return elements->size();
  return members().size();
}

Json Json::element(std::size_t position) const {
  if (const auto* values = std::get_if<std::vector<double>>(&value_)) return (*values)[position];
  return std::get<Elements>(value_)[position];
}

std::span<const Json> Json::elements() const {
  if (const auto* elements = std::get_if<Elements>(&value_)) return *elements;
  return {};
}

void Json::set_element(std::size_t position, Json value) {
  if (auto* values = std::get_if<std::vector<double>>(&value_)) {
    if (value.is_number()) {
      (*values)[position] = value.number();
      return;
    }
    Elements elements(values->begin(), values->end());
    value_ = std::move(elements);
  }
  std::get<Elements>(value_)[position] = std::move(value);
}

std::span<const Json::Member> Json::members() const {
  if (const auto* members = std::get_if<Members>(&value_)) return *members;
  return {};
}

const Json* Json::find(std::string_view key) const {
  const auto all = members();
  const auto found = std::ranges::find(all, key, &Member::first);
  return found == all.end() ? nullptr : &found->second;
}

Json* Json::find(std::string_view key) {
  return const_cast<Json*>(std::as_const(*this).find(key));
}

const Json& Json::member(std::string_view key) const {
  static const Json kNull;
  const Json* found = find(key);
  return found ? *found : kNull;
}

Json& Json::set(std::string_view key, Json value) {
  if (is_null()) value_ = Members{};
  if (Json* present = find(key)) return *present = std::move(value);
  return std::get<Members>(value_).emplace_back(std::string(key), std::move(value)).second;
}

void Json::erase(std::string_view key) {
  if (auto* members = std::get_if<Members>(&value_)) {
    std::erase_if(*members, [key](const Member& member) { return member.first == key; });
  }
}

}  // namespace noisy
