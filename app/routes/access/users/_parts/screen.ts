// What the screens of users share, from one place: the compiler makes one file of it.
export { userList } from "./addresses";
export { CREATE, DELETE, EDIT, PASSWORD, RESET } from "./intents";
export { userCrumbs, userNameIn, userNameOf, userPath, usersPath, userTitle } from "./paths";
